"""Safe captures: those that do not bring three cats into line.

The number of safe captures onto a square, 0 to 4, is the weight of that square in double_moves.py.
"""

from __future__ import annotations

from typing import Any

from common.games.cats_and_dogs.board import BOARD
from common.games.cats_and_dogs.double_moves import weight
from common.games.cats_and_dogs.square_lines import double_lines
from common.kernels.kernel import kernel, popcount

MOST_CAPTURES = 20  # five cats, four directions


@kernel
def capture_weights(cats: int) -> Any:
    """Return the weight of each square: the number of safe captures onto it if a dog stood there.

    Weights are three sets: the squares whose weight has bit 1, 2, 4.
    """
    one, other = safe_squares(cats, 0), safe_squares(cats, 1)
    three, four = safe_squares(cats, 2), safe_squares(cats, 3)
    pair, cross = one ^ other, three ^ four
    twice, again, both = one & other, three & four, pair & cross
    return pair ^ cross, twice ^ again ^ both, twice & again


@kernel
def safe_squares(cats: int, side: int) -> Any:
    """Return the squares that a cat may safely enter from a side: 0 left, 1 right, 2 above, 3 below.

    Dogs do not matter. No row or column of `cats` may hold three.
    """
    sideways, upright = safe_targets(cats, BOARD & ~cats)
    if side < 2:
        return (cats << 1 if side == 0 else cats >> 1) & sideways
    return (cats << 8 if side == 2 else cats >> 8) & upright


@kernel
def count_safe_captures(cats: int, dogs: int) -> Any:
    """Return the number of safe captures, whoever is to move; no row or column of `cats` may hold three."""
    ones, twos, fours = capture_weights(cats)
    return weight(dogs, ones, twos, fours)


@kernel
def safe_targets(cats: int, squares: int) -> Any:
    """Return those of `squares` that a cat may safely enter sideways, then from above or below.

    Sideways, a column that holds two cats is unsafe; from above or below, such a row. No row or column of
    `cats` may hold three.
    """
    rows, columns = double_lines(cats)
    return squares & ~columns, squares & ~rows


@kernel
def count_hot_lines(cats: int) -> Any:
    """Count the rows and columns with two cats; none may hold three."""
    rows, columns = double_lines(cats)
    return (popcount(rows) + popcount(columns)) // 7
