"""Sets of cells in kernels: bit i stands for cell i.

A set takes one machine word. Games with more than 64 cells replace these functions by those of wide_cells.py.
Kernels annotate parameters and results that are sets as `Cells`. In plain Python a set has any number of
cells.
"""

from __future__ import annotations

from common.kernels.kernel import Cells, kernel

SET_WORDS = 1
OVERRIDABLE = ("SET_WORDS", "bit", "low_word", "high_word", "set_from_words", "fold")


@kernel
def bit(cell: int) -> Cells:
    """Return the set of one cell."""
    return 1 << cell


@kernel
def low_word(cells: Cells) -> int:
    """Return the lower machine word of a set."""
    return cells


@kernel
def high_word(cells: Cells) -> int:
    """Return the higher machine word of a set, 0 if a set takes one word."""
    return 0


@kernel
def set_from_words(low: int, high: int) -> Cells:
    """Build a set from its lower and its higher machine word, from the lower one if a set takes one word."""
    return low


@kernel
def fold(cells: Cells) -> int:
    """Hash a set to one machine word: the set itself if it takes one."""
    return cells
