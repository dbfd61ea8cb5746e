"""Sets of up to 128 squares in two words; these kernels override those of common/kernels/cells.py."""

from __future__ import annotations

from common.kernels.kernel import Cells, high_half, join_halves, kernel, low_half, wrapping_mul

SET_WORDS = 2


@kernel
def bit(cell: int) -> Cells:
    """Return the set of one cell."""
    return join_halves(1, 0) << cell


@kernel
def low_word(cells: Cells) -> int:
    """Return the word of cells 0 to 63."""
    return low_half(cells)


@kernel
def high_word(cells: Cells) -> int:
    """Return the word of cells 64 to 127."""
    return high_half(cells)


@kernel
def set_from_words(low: int, high: int) -> Cells:
    """Return the set with these two words."""
    return join_halves(low, high)


@kernel
def fold(cells: Cells) -> int:
    """Hash a set to one word that depends on all its cells."""
    return low_half(cells) ^ wrapping_mul(high_half(cells), 0x2545F4914F6CDD1D)
