"""How pieces stand together on a square board, counted by kernels on sets of squares (square_grid.py)."""

from __future__ import annotations

from common.kernels.kernel import kernel, popcount

STRIDE = 0  # filled in by Squares.constants
FILLED_IN = ("STRIDE",)


@kernel
def beside_two(squares: int) -> int:
    """All squares beside two squares of the set at least; mask them with the board."""
    left, right, up, down = squares >> 1, squares << 1, squares >> STRIDE, squares << STRIDE
    return left & right | up & down | (left | right) & (up | down)


@kernel
def amid(squares: int) -> int:
    """All squares whose four neighbours are in the set."""
    return squares << 1 & squares >> 1 & squares << STRIDE & squares >> STRIDE


@kernel
def diagonal_pairs(squares: int) -> int:
    """How many pairs of the set touch at a corner."""
    return popcount(squares & squares >> STRIDE + 1) + popcount(squares & squares >> STRIDE - 1)


@kernel
def step_count(movers: int, targets: int) -> int:
    """How many steps there are of a mover onto a target beside it."""
    beside = popcount(movers << 1 & targets) + popcount(movers >> 1 & targets)
    return beside + popcount(movers << STRIDE & targets) + popcount(movers >> STRIDE & targets)
