"""The kernels of alpha-beta that a page calls."""

from __future__ import annotations

from common.search.browser_kernels import search_constants, search_kernels
from common.search.iterative_deepening import ASPIRATION_WINDOW
from tests.support.games import game_of


def test_kernels_are_those_of_rules_search_and_chances() -> None:
    duel = search_kernels(game_of("duel7").search.compiled(), ("horizon",), {"MORE": 1})
    assert {"next_move", "search_depth", "find_practical_chances", "horizon"} <= set(duel.exports)
    assert duel.constants["MORE"] == 1 and duel.constants["WIDTH"] == duel.linked.names["WIDTH"]
    assert "find_practical_chances" not in search_kernels(game_of("catsdogs").search.compiled()).exports


def test_constants_are_those_of_the_search() -> None:
    assert search_constants()["ASPIRATION_WINDOW"] == ASPIRATION_WINDOW
