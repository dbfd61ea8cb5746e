"""Rows and columns of the board that hold two or three cats.

The cats of each row are counted in eight bits of their own: the row's seven squares and the empty column
behind.
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel

ROW = 127  # the squares of row a
COLUMN = 0x1010101010101  # the squares of column 1
FIVES = 0x55 * COLUMN  # bits 0x55 in the eight bits of every row
THREES = 0x33 * COLUMN
FIFTEENS = 0x0F * COLUMN
TOPS = 0x80 * COLUMN
TWO = TOPS - 2 * COLUMN  # added to the row counts, it sets the top bit of each row with 2 cats or more
THREE = TOPS - 3 * COLUMN  # the same for 3 cats or more


@kernel
def three_in_line(cats: int) -> bool:
    """Return True if a row or a column holds three cats or more."""
    _, thrice = columns(cats)
    return thrice != 0 or row_counts(cats) + THREE & TOPS != 0


@kernel
def row_counts(cats: int) -> Any:
    """Count the cats of each row, each count in its own eight bits."""
    pairs = cats - (cats >> 1 & FIVES)
    fours = (pairs & THREES) + (pairs >> 2 & THREES)
    return fours + (fours >> 4) & FIFTEENS


@kernel
def columns(cats: int) -> tuple[int, int]:
    """Return the columns that hold two cats or more, then those that hold three or more.

    Each is a set of squares of row a.
    """
    once, twice = cats | cats >> 8, cats & cats >> 8  # for two rows, then four, then all
    thrice = twice & once >> 16 | once & twice >> 16
    once, twice = once | once >> 16, twice | twice >> 16 | once & once >> 16
    thrice |= thrice >> 32 | twice & once >> 32 | once & twice >> 32
    return (twice | twice >> 32 | once & once >> 32) & ROW, thrice & ROW


@kernel
def double_lines(cats: int) -> Any:
    """Return all squares of the rows that hold two cats, then all squares of such columns.

    No row or column may hold three cats.
    """
    twice, _ = columns(cats)
    return (row_counts(cats) + TWO >> 7 & COLUMN) * ROW, twice * COLUMN
