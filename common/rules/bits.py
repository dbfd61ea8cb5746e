"""Sets of cells as ints: bit i stands for cell i."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def cells_of(bits: int) -> Iterator[int]:
    """Yield the cells of a set, lowest first."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def bits_of(cells: Iterable[int]) -> int:
    """Return the set of these cells."""
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits
