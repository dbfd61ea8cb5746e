"""Sets of up to 128 squares in kernels, two words each; these functions replace those of kernels/cells.py."""

from __future__ import annotations

from common.kernels.kernel import Cells, both_halves, high_half, kernel, low_half, times

SET_WORDS = 2


@kernel
def bit(cell: int) -> Cells:
    """The set of one cell."""
    return both_halves(1, 0) << cell


@kernel
def low_word(cells: Cells) -> int:
    """Cells 0 to 63."""
    return low_half(cells)


@kernel
def high_word(cells: Cells) -> int:
    """Cells 64 to 127."""
    return high_half(cells)


@kernel
def set_of(low: int, high: int) -> Cells:
    """The set of which these are the words."""
    return both_halves(low, high)


@kernel
def folded(cells: Cells) -> int:
    """One word that depends on all of a set."""
    return low_half(cells) ^ times(high_half(cells), 0x2545F4914F6CDD1D)
