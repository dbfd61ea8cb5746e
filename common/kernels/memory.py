"""The record that kernels work in: one declaration, as a plain object or as a block of memory.

All memory goes to a kernel as one record: arrays as arguments cost three times the speed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

Fields = Mapping[str, int]
LONG = 1 << 16  # a longer field is kept sparse in plain Python, as the system keeps untouched memory
WORD = 8  # bytes
LINE = 8  # words of one cache line
LARGE = 1 << 22  # bytes from which on large pages pay in a block, which is read all over
TABLE = (
    1 << 25
)  # bytes from which on a record is a table; to clear a large page for its first word takes up to 5 ms


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
    """A record with these fields, all zero, as one block of 64-bit integers that machine code reads and writes in place."""
    words = sum(length or 1 for length in fields.values())
    return layout(tuple(fields.items())).from_buffer(_untouched(words, TABLE))


@cache
def layout(fields: tuple[tuple[str, int], ...]) -> Any:
    """The ctypes type of a record; equal fields give the same type."""
    from ctypes import Structure, c_int64

    words = [(name, c_int64 * length if length else c_int64) for name, length in fields]
    return type("Record", (Structure,), {"_fields_": words})


def _untouched(words: int, large: int) -> Any:
    """Memory, all zero, that costs nothing until it is written; of at least `large` bytes it is in large pages."""
    import mmap

    if not hasattr(mmap, "MAP_PRIVATE"):  # Windows
        return mmap.mmap(-1, words * WORD)
    found = mmap.mmap(-1, words * WORD, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if words * WORD >= large and hasattr(mmap, "MADV_HUGEPAGE"):
        found.madvise(mmap.MADV_HUGEPAGE)
    return found


class Block:
    """`count` words of 64 bits outside of any record, all zero, that cost nothing until they are written.

    Kernels take the `handle`, an address that is valid as long as this object lives.
    """

    def __init__(self, count: int) -> None:
        from ctypes import addressof, c_int64

        self._words = (c_int64 * count).from_buffer(_untouched(count, LARGE))
        self.handle: Any = addressof(self._words)  # begins a page, so it begins a cache line too

    def read(self, first: int, end: int) -> list[int]:
        """Return the words from `first` to `end`."""
        return self._words[first:end]


class PlainBlock:
    """A block for plain Python; its handle is a sparse list."""

    def __init__(self, count: int) -> None:
        self.handle: Any = Sparse()

    def read(self, first: int, end: int) -> list[int]:
        """Return the words from `first` to `end`."""
        return [self.handle[at] for at in range(first, end)]
