"""The kernels of the rules and exact search of the page."""

from common.games.squirrels.browser import EXACT_SEARCH, browser_kernels
from tests.support.games import game_of


def test_page_calls_rules_and_exact_search() -> None:
    assert list(browser_kernels(game_of("squirrels"))) == [EXACT_SEARCH]
    assert {"play", "search"} <= set(EXACT_SEARCH.exports) <= set(EXACT_SEARCH.linked.names)
