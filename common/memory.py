"""The record that kernels work in: one declaration, as a plain object or as a block of memory.

All memory goes to a kernel as one record: arrays as arguments cost three times the speed.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

Fields = Mapping[str, int]
LONG = 1 << 16  # a longer field is kept sparse in plain Python, as the system keeps untouched memory


class Sparse(dict[int, int]):
    """A long list of ints of which few are not 0."""

    def __missing__(self, index: int) -> int:
        return 0


def plain(fields: Fields) -> Any:
    """An object with an int (length 0) or a list of ints (its length) for each field, all zero."""
    return SimpleNamespace(**{name: _zeros(length) for name, length in fields.items()})


def _zeros(length: int) -> Any:
    if length > LONG:
        return Sparse()
    return [0] * length if length else 0


def record(fields: Fields) -> Any:
    """The same as one block of 64-bit integers that machine code reads and writes in place.

    Its pages cost nothing until they are written.
    """
    import numpy

    layout = [(name, numpy.int64, (length,)) if length else (name, numpy.int64) for name, length in fields.items()]
    return numpy.zeros(1, dtype=layout).view(numpy.recarray)[0]


LINE = 8  # words that the processor fetches at once


class Block:
    """So many words outside of any record, whose size numpy limits to 2 GB; all zero, and untouched until written.

    Kernels get the `handle`, which is good as long as this object lives.
    """

    def __init__(self, count: int) -> None:
        import numpy

        self._words = numpy.zeros(count + LINE, dtype=numpy.int64)
        address = int(self._words.ctypes.data)
        self.handle: Any = address + -address % (8 * LINE)


class PlainBlock:
    """The same for plain Python."""

    def __init__(self, count: int) -> None:
        self.handle: Any = Sparse()
