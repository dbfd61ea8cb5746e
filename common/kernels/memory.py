"""Memory of kernels: one declaration of fields becomes a plain object or a block of native memory.

A kernel gets its memory as one record. Arrays as separate arguments cost three times the speed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

Fields = Mapping[str, int]
# In ints. Plain Python stores longer fields sparsely, as the system does with untouched memory.
MAX_DENSE_LENGTH = 1 << 16
WORD_BYTES = 8  # bytes
CACHE_LINE_WORDS = 8  # words of one cache line
HUGE_PAGE_BLOCK_BYTES = 1 << 22  # bytes from which huge pages pay for a block, which is read at random
# Bytes from which huge pages pay for a record: only tables. Clearing one huge page takes up to 5 ms.
HUGE_PAGE_RECORD_BYTES = 1 << 25


class Sparse(dict[int, int]):
    """A list of ints, all 0 by default, that stores only the assigned ones."""

    def __missing__(self, index: int) -> int:
        return 0


def plain_record(fields: Fields) -> Any:
    """Return an object with one attribute a field, all zero: an int for length 0, else a list of ints.

    A list longer than MAX_DENSE_LENGTH is Sparse.
    """
    return SimpleNamespace(**{name: _zeros(length) for name, length in fields.items()})


def _zeros(length: int) -> Any:
    if length > MAX_DENSE_LENGTH:
        return Sparse()
    return [0] * length if length else 0


def native_record(fields: Fields) -> Any:
    """Return a zeroed record with these fields, a block of 64-bit integers for machine code."""
    words = sum(length or 1 for length in fields.values())
    return record_type(tuple(fields.items())).from_buffer(_zeroed_memory(words, HUGE_PAGE_RECORD_BYTES))


@cache
def record_type(fields: tuple[tuple[str, int], ...]) -> Any:
    """Return the ctypes type of a record. Equal fields give the same type."""
    from ctypes import Structure, c_int64

    words = [(name, c_int64 * length if length else c_int64) for name, length in fields]
    return type("Record", (Structure,), {"_fields_": words})


def _zeroed_memory(words: int, large: int) -> Any:
    """Map zeroed memory for a number of 64-bit words and return it as an `mmap` object of bytes.

    Its pages cost nothing until they are written. From `large` bytes on, ask the system for huge
    pages.
    """
    import mmap

    if not hasattr(mmap, "MAP_PRIVATE"):  # Windows
        return mmap.mmap(-1, words * WORD_BYTES)
    found = mmap.mmap(-1, words * WORD_BYTES, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if words * WORD_BYTES >= large and hasattr(mmap, "MADV_HUGEPAGE"):
        found.madvise(mmap.MADV_HUGEPAGE)
    return found


class Block:
    """`count` zeroed 64-bit words outside of any record, which cost nothing until they are written.

    Kernels take its `handle`, an address that is valid as long as this object lives.
    """

    def __init__(self, count: int) -> None:
        from ctypes import addressof, c_int64

        self._words = (c_int64 * count).from_buffer(_zeroed_memory(count, HUGE_PAGE_BLOCK_BYTES))
        self.handle: Any = addressof(self._words)  # page-aligned, so aligned to cache lines too

    def read(self, first: int, end: int) -> list[int]:
        """Return the words from `first` up to, but not including, `end`."""
        return self._words[first:end]


class PlainBlock:
    """A block for plain Python, whose handle is a sparse list of any length (`count` is ignored)."""

    def __init__(self, count: int) -> None:
        self.handle: Any = Sparse()

    def read(self, first: int, end: int) -> list[int]:
        """Return the words from `first` up to, but not including, `end`."""
        return [self.handle[at] for at in range(first, end)]
