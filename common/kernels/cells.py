"""Sets of cells in kernels, bit i for cell i: one word each, unless a program takes the functions of wide_cells.py instead.

A parameter or result that is a set is annotated `Cells`. In plain Python a set may have any number of cells.
"""

from __future__ import annotations

from common.kernels.kernel import Cells, kernel

SET_WORDS = 1
FILLED_IN = ("SET_WORDS", "bit", "low_word", "high_word", "set_of", "folded")


@kernel
def bit(cell: int) -> Cells:
    """The set of one cell."""
    return 1 << cell


@kernel
def low_word(cells: Cells) -> int:
    """The first word that a set is kept as."""
    return cells


@kernel
def high_word(cells: Cells) -> int:
    """The second word; 0 if a set is one."""
    return 0


@kernel
def set_of(low: int, high: int) -> Cells:
    """The set of which these are the words."""
    return low


@kernel
def folded(cells: Cells) -> int:
    """One word that depends on all of a set."""
    return cells
