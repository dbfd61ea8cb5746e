"""Sets of two words in plain Python: halves, joins and hashes. Their machine code is in test_cells."""

from __future__ import annotations

import random

import pytest

from common.games.walls import wide_cells
from common.kernels import cells

HALF = 1 << 64
SETS = [0, 1, HALF >> 1, HALF - 1, HALF, (1 << 121) - 1, 1 << 120, *(3**n for n in range(1, 75, 7))]


def signed(word: int) -> int:
    """Return a word as machine code holds it."""
    return word - HALF if word >= HALF >> 1 else word


@pytest.mark.parametrize("cell", [0, 1, 62, 63, 64, 120, 127])
def test_bit_is_the_set_of_one_cell(cell: int) -> None:
    assert wide_cells.bit(cell) == 1 << cell


def test_words_are_the_signed_halves_of_a_set() -> None:
    for one in SETS:
        assert wide_cells.low_word(one) == signed(one % HALF), one
        assert wide_cells.high_word(one) == signed(one // HALF), one


def test_set_from_words_is_the_inverse_of_its_words() -> None:
    for one in SETS:
        assert wide_cells.set_from_words(wide_cells.low_word(one), wide_cells.high_word(one)) == one
    assert wide_cells.set_from_words(-1, 0) == HALF - 1
    assert wide_cells.set_from_words(0, -1) == HALF * (HALF - 1)


def test_fold_depends_on_every_cell() -> None:
    """Each cell alone changes the hash of a set, and no two cells in the same way."""
    one = random.Random(3).getrandbits(121)
    hashes = {wide_cells.fold(one ^ 1 << cell) for cell in range(121)}
    assert len(hashes | {wide_cells.fold(one)}) == 122
    assert all(-(HALF >> 1) <= value < HALF >> 1 for value in hashes)


def test_small_sets_fold_to_themselves() -> None:
    assert [wide_cells.fold(one) for one in (0, 1, 5 << 40)] == [0, 1, 5 << 40]


def test_every_kernel_for_one_word_is_overridden() -> None:
    assert wide_cells.SET_WORDS == 2 * cells.SET_WORDS
    for name in cells.OVERRIDABLE:
        assert vars(wide_cells)[name] is not vars(cells)[name], name
