"""Memory of kernels: one declaration of fields becomes a plain object or a record of a module's memory.

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
