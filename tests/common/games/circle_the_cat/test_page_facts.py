"""The facts of Circle the Cat for its page: the board, and the blocks at a start."""

from __future__ import annotations

from common.games.circle_the_cat.hexagons import BOARD
from common.games.circle_the_cat.page_facts import page_facts
from game import GAME


def test_neighbours_are_those_of_the_board() -> None:
    found = page_facts(GAME, {"blocks": 3}).setup
    assert found["blocks"] == 3 and len(found["neighbours"]) == BOARD.size
    assert found["neighbours"][0] == [-1, -1, -1, 1, -1, 11]
