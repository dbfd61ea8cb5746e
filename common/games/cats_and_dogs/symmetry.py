"""The board's eight symmetries: equal positions get one canonical state.

States are those of kernels.py: the cats, the dogs and the step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from common.games.cats_and_dogs.board import SQUARES
from common.rules.bits import cells_of

ROW = (1 << SQUARES.columns) - 1  # the squares of the first row
LAST = SQUARES.rows - 1
State = tuple[int, int, int]
Change = Callable[[int, int], tuple[int, int]]  # of row and column


class Rows(NamedTuple):
    """Conversions between states and text: the rows of a position, and its step."""

    read: Callable[[str, int], State]
    write: Callable[[State], str]


CHANGES: tuple[Change, ...] = (
    lambda row, column: (row, column),
    lambda row, column: (row, LAST - column),
    lambda row, column: (LAST - row, column),
    lambda row, column: (LAST - row, LAST - column),
    lambda row, column: (column, row),
    lambda row, column: (column, LAST - row),
    lambda row, column: (LAST - column, row),
    lambda row, column: (LAST - column, LAST - row),
)


def _row_images(change: Change, row: int) -> tuple[int, ...]:
    """Return the images of all 128 sets of squares in one row."""
    stride = SQUARES.stride
    images = [1 << to_row * stride + to for to_row, to in (change(row, at) for at in range(SQUARES.columns))]
    return tuple(sum(images[at] for at in cells_of(squares)) for squares in range(ROW + 1))


IMAGES = tuple(tuple(_row_images(change, row) for row in range(SQUARES.rows)) for change in CHANGES)


def image(squares: int, number: int) -> int:
    """Return the image of a set of squares under symmetry `number`, 0 to 7."""
    return sum(row[squares >> at * SQUARES.stride & ROW] for at, row in enumerate(IMAGES[number]))


def canonical(state: State) -> State:
    """Return the least of the eight images of a state; equal positions have the same."""
    cats, dogs, step = state
    fewest = [image(cats, number) for number in range(len(CHANGES))]
    least = min(fewest)
    return least, min(image(dogs, number) for number, found in enumerate(fewest) if found == least), step
