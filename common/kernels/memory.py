"""Memory of kernels: one declaration of fields becomes a plain object or a record of a module's memory.

A kernel gets its memory as one record. Arrays as separate arguments cost three times the speed.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

Fields = Mapping[str, int]
# In ints. Plain Python stores longer fields sparsely, as the system does with untouched memory.
MAX_DENSE_LENGTH = 1 << 16
WORD_BYTES = 8  # bytes
LIMITED_BYTES = 1 << 28  # reserved for a memory where the address space is limited
SPARE_BYTES = 1 << 27  # for wasmtime, which aborts the process when it gets no memory


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


@cache
def record_type(fields: tuple[tuple[str, int], ...]) -> Any:
    """Return the ctypes type of a record. Equal fields give the same type."""
    from ctypes import Structure, c_int64

    words = [(name, c_int64 * length if length else c_int64) for name, length in fields]
    return type("Record", (Structure,), {"_fields_": words})


def check_address_space() -> None:
    """Raise MemoryError if the limit of this process's address space leaves too little for a module."""
    with suppress(ImportError, OSError):
        from resource import RLIM_INFINITY, RLIMIT_AS, getpagesize, getrlimit

        limit, _ = getrlimit(RLIMIT_AS)
        if limit == RLIM_INFINITY:
            return
        used = int(Path("/proc/self/statm").read_bytes().split()[0]) * getpagesize()
        if limit - used < LIMITED_BYTES + SPARE_BYTES:
            raise MemoryError("too little address space: raise the limit (ulimit -v)")
