"""Formations of pieces, found and counted by kernels on sets of squares."""

from __future__ import annotations

from common.games.duel7.board import SQUARES
from common.kernels.kernel import kernel, popcount

STRIDE = SQUARES.stride


@kernel
def beside_two(squares: int) -> int:
    """Return all squares beside at least two squares of the set; mask them with the board."""
    left, right, up, down = squares >> 1, squares << 1, squares >> STRIDE, squares << STRIDE
    return left & right | up & down | (left | right) & (up | down)


@kernel
def enclosed_by(squares: int) -> int:
    """Return all squares whose four neighbours are in the set, squares outside the set included."""
    return squares << 1 & squares >> 1 & squares << STRIDE & squares >> STRIDE


@kernel
def diagonal_pairs(squares: int) -> int:
    """Return the number of pairs of squares in the set that touch at a corner."""
    return popcount(squares & squares >> STRIDE + 1) + popcount(squares & squares >> STRIDE - 1)


@kernel
def count_moves(own: int, empty: int) -> int:
    """Return the number of moves of own pieces to empty squares."""
    beside = popcount(own << 1 & empty) + popcount(own >> 1 & empty)
    return beside + popcount(own << STRIDE & empty) + popcount(own >> STRIDE & empty)
