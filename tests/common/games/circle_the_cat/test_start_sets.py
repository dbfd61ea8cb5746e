"""The start sets, compared with the formulas of the contract, and random starts."""

from __future__ import annotations

import random

import pytest

from common.games.circle_the_cat.hexagons import BOARD
from common.games.circle_the_cat.start_sets import BORDER, START, blocks_and_exits, random_blocks
from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput

CELLS = [cell for cell in range(121) if cell != 60]


def test_set_r_has_random_blocks_and_free_border_exits() -> None:
    blocks, exits = blocks_and_exits("R5", 3)
    assert blocks == bits_of(random.Random(5003).sample(CELLS, 5))
    assert exits == BORDER & ~blocks


def test_set_e_has_eight_blocks_and_four_exits() -> None:
    chance = random.Random(90_000)
    blocks, exits = blocks_and_exits("E", 0)
    assert blocks == bits_of(chance.sample(CELLS, 8))
    assert exits == bits_of(chance.sample(list(cells_of(BORDER & ~blocks)), 4))


def test_set_c_has_five_to_seven_blocks_and_the_whole_border() -> None:
    starts = [blocks_and_exits("C", number) for number in range(30)]
    assert {blocks.bit_count() for blocks, _ in starts} == {5, 6, 7}
    assert {exits for _, exits in starts} == {BORDER}
    assert BORDER.bit_count() == 40


def test_random_blocks_spare_the_cat() -> None:
    assert random_blocks(120, 1) == BOARD.all & ~(1 << START)
    assert random_blocks(8, 1) == random_blocks(8, 1) != random_blocks(8, 2)


def test_too_many_blocks_are_refused() -> None:
    with pytest.raises(BadInput, match="--blocks 121: expected a number from 0 to 120"):
        random_blocks(121, 1)
