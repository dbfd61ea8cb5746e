"""Moves that a weakened player ignores: a fixed part of them, other ones with each seed."""

from __future__ import annotations

from typing import Any

import pytest

from common.search.alpha_beta import NO_MOVE
from tests.support.tiny_game import GAME

LINKED = GAME.search.compiled()
KERNELS = LINKED.plain
STATES = [(first, second) for first in range(3, 23) for second in range(3, 23)]  # all have six moves
ALL = [0, 1, 2, 3, 4, 5]


def kept(state: tuple[int, int], ignored: int, seed: int = 0) -> list[int]:
    """Return the moves that are searched if `ignored` of 1024 are not."""
    memory: Any = KERNELS.memory(LINKED.fields)
    memory.ignored, memory.seed = ignored, seed
    return list(memory.moves[: KERNELS.generate(memory, state, 0)])


@pytest.mark.parametrize("seed", [0, 5])
@pytest.mark.parametrize("part", [0.125, 0.25, 0.75])
def test_weakened_player_ignores_its_part_of_the_moves(part: float, seed: int) -> None:
    found = [kept(state, int(part * 1024), seed) for state in STATES]
    assert abs(sum(map(len, found)) / (6 * len(STATES)) - (1 - part)) < 0.07
    assert all(moves == sorted(set(moves) & set(ALL)) and moves for moves in found)
    assert found == [kept(state, int(part * 1024), seed) for state in STATES]
    assert found != [kept(state, int(part * 1024), 6) for state in STATES]


def test_player_that_ignores_nothing_or_everything() -> None:
    assert {tuple(kept(state, 0, seed)) for state in STATES for seed in (0, 5)} == {tuple(ALL)}
    assert {tuple(kept(state, 1024, seed)) for state in STATES for seed in (0, 5)} == {(ALL[0],)}
    assert kept((0, 0), 1024) == kept((0, 0), 0) == []


def test_legal_moves_of_a_line_are_those_not_ignored() -> None:
    memory: Any = KERNELS.memory(LINKED.fields)
    memory.ignored = 512
    for state in STATES[:40]:
        legal = [move for move in [NO_MOVE, *ALL] if KERNELS.is_legal(memory, state, move)]
        assert legal == kept(state, 512)
