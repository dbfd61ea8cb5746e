"""The kernels of the rules and exact search of the page."""

from common.games.squirrels.browser import EXACT_SEARCH
from tests.support.games import game_of


def test_page_calls_rules_and_exact_search() -> None:
    assert game_of("squirrels").search.browser_kernels() == [EXACT_SEARCH]
    assert {"play", "search"} <= set(EXACT_SEARCH.exports) <= set(EXACT_SEARCH.linked.names)
