"""Rows and columns of the board: which of them hold two or three cats.

The bits of a set are counted row by row in eight bits each, a row's seven squares and the empty column behind them.
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel

ROW = 127  # the squares of row a
COLUMN = 0x1010101010101  # the squares of column 1
FIVES = 0x55 * COLUMN  # these bits in the eight bits of every row
THREES = 0x33 * COLUMN
FIFTEENS = 0x0F * COLUMN
TOPS = 0x80 * COLUMN
TWO = TOPS - 2 * COLUMN  # added to the counts of rows, sets a row's top bit from 2 on
THREE = TOPS - 3 * COLUMN  # the same from 3 on


@kernel
def three_in_line(cats: int) -> bool:
    """Return True if a row or a column holds three cats."""
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
    """Return the columns that hold two cats or more, then those that hold three, as bits of row a."""
    once, twice = cats | cats >> 8, cats & cats >> 8  # of two rows, then four, then all
    thrice = twice & once >> 16 | once & twice >> 16
    once, twice = once | once >> 16, twice | twice >> 16 | once & once >> 16
    thrice |= thrice >> 32 | twice & once >> 32 | once & twice >> 32
    return (twice | twice >> 32 | once & once >> 32) & ROW, thrice & ROW


@kernel
def double_lines(cats: int) -> Any:
    """Return all squares of the rows that hold two cats, then of such columns; no row or column may hold three."""
    twice, _ = columns(cats)
    return (row_counts(cats) + TWO >> 7 & COLUMN) * ROW, twice * COLUMN
