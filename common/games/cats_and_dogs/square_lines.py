"""Rows and columns of a board of 7x7 squares (square_grid.py): which of them hold two or three squares of a set.

The bits of a set are counted row by row in eight bits each, a row's seven squares and the empty column behind them.
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel

ROW, COLUMN = 127, 0x1010101010101  # the squares of row a, and of column 1
FIVES, THREES, FIFTEENS, TOPS = 0x55 * COLUMN, 0x33 * COLUMN, 0x0F * COLUMN, 0x80 * COLUMN  # in the eight bits of every row
TWO, THREE = TOPS - 2 * COLUMN, TOPS - 3 * COLUMN  # added to the counts of rows, sets a row's top bit from 2, from 3 on


@kernel
def three_in_line(squares: int) -> bool:
    """True if a row or a column holds three squares of a set."""
    _, thrice = columns(squares)
    return thrice != 0 or row_counts(squares) + THREE & TOPS != 0


@kernel
def row_counts(squares: int) -> Any:
    """How many squares of a set each row holds, in its own eight bits."""
    pairs = squares - (squares >> 1 & FIVES)
    fours = (pairs & THREES) + (pairs >> 2 & THREES)
    return fours + (fours >> 4) & FIFTEENS


@kernel
def columns(squares: int) -> tuple[int, int]:
    """The columns that hold two squares of a set or more, and those that hold three, as bits of row a."""
    once, twice = squares | squares >> 8, squares & squares >> 8  # of two rows, then four, then all
    once, twice, thrice = once | once >> 16, twice | twice >> 16 | once & once >> 16, twice & once >> 16 | once & twice >> 16
    thrice |= thrice >> 32 | twice & once >> 32 | once & twice >> 32
    return (twice | twice >> 32 | once & once >> 32) & ROW, thrice & ROW


@kernel
def double_lines(squares: int) -> Any:
    """All squares of the rows that hold two squares of a set, then of such columns; no row or column may hold three."""
    twice, _ = columns(squares)
    return (row_counts(squares) + TWO >> 7 & COLUMN) * ROW, twice * COLUMN
