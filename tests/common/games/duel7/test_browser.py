"""The kernels of the page."""

from common.games.duel7.browser import browser_kernels
from common.search.browser_kernels import CHANCES, RULES, SEARCH
from tests.support.games import game_of


def test_module_has_the_kernels_of_rules_search_and_practical_chances() -> None:
    (kernels,) = browser_kernels(game_of("duel7"))
    assert {*RULES, *SEARCH, CHANCES} <= set(kernels.exports)
