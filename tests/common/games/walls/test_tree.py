"""The tree of Walls: distinct positions by ply, and the kernels on it."""

from __future__ import annotations

import pytest

from common.games.walls.board import MOVES
from common.games.walls.moves import state_of
from common.games.walls.tree import Tree
from common.search.compiled_game import CompiledGame
from tests.support.compiled import machine_code
from walls import GAME, Position, start

DISTINCT = {
    3: [1, 3, 9, 18, 36, 78, 168, 334, 658, 1198, 2154, 3768, 6536],
    5: [1, 3, 9, 21, 49, 112, 256, 592, 1366, 2952, 6362, 13141, 27076],
    7: [1, 3, 9, 21, 49, 119, 289, 663, 1518, 3385, 7533, 16310, 35275],
}
COMPILED = [
    5,
    9,
    *(pytest.param(size, marks=pytest.mark.long) for size in (7, 11)),
]  # each size compiles for seconds


def linked(size: int) -> CompiledGame[Position]:
    """Return the kernels of a board size."""
    return GAME.search.compiled(size)


@pytest.mark.parametrize("size", DISTINCT)
def test_tree_has_as_many_positions_as_other_programs_count(size: int) -> None:
    assert [len(positions) for positions in Tree(start(size), 9).plies] == DISTINCT[size][:10]


@pytest.mark.parametrize("size", COMPILED)
def test_kernels_reach_the_positions_of_the_tree_with_distinct_keys(size: int) -> None:
    kernels, states = machine_code(linked(size)), {state_of(start(size))}
    for positions in Tree(start(size), 8).plies:
        assert states == {state_of(position) for position in positions}
        assert len({(kernels.key(state, 0)) for state in states}) == len(states)
        states = {kernels.play(state, move) for state in states for move in range(len(MOVES))}
