"""NamedTuple without the import time of `typing`, for programs that graders start many times."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    __all__ = ["NamedTuple"]
else:
    from collections import namedtuple

    class _Maker(type):
        """A metaclass that turns an annotated class body into a named tuple with these fields."""

        def __new__(maker, name, bases, space):
            if not bases:
                return super().__new__(maker, name, bases, space)
            fields = namedtuple(name, space.get("__annotations__", {}))
            return type(name, (fields,), {"__slots__": (), **space})

    class NamedTuple(metaclass=_Maker):
        """A base class like `typing.NamedTuple`, but without default values."""
