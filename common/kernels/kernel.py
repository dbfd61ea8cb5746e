"""Hot code: plain Python functions on integers that also run as machine code.

    @kernel         marks a function that may be compiled
    LinkedKernels   binds kernels and constants to one namespace (linked_kernels.py)

Machine words hold -2**63 to 2**63 - 1. A sum, difference or product beyond that is undefined in machine code: the compiler
takes it for impossible, and what it concludes from that may read other memory, whatever is masked afterwards. A product
that may leave the words, as those of hashes do, is one of `times`; everything else must stay inside.

A kernel may call itself, with variables that are ints, but not two each other in turn: all else is refused.

The three promises, held by tests: one source gives equal results either way; an edit in any
source never runs stale machine code; no failure of the compiler or of its cache stops the program.

A module that leaves names to be filled in by a game lists them as FILLED_IN. No other name may mean two things.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.util import find_spec
from typing import Any, TypeVar

from common.kernels import memory
from common.kernels.memory import Fields

Function = TypeVar("Function", bound=Callable[..., Any])
Names = dict[str, Any]
State = tuple[int, ...]  # a position as kernels take it
STATES = frozenset({"state", "child"})  # what a parameter is called that takes a position
Cells = int  # a set of cells: bit i for cell i (cells.py)


def kernel(function: Function) -> Function:
    """Mark a function on ints, positions and memory records as compilable."""
    function.is_kernel = True  # type: ignore[attr-defined]
    return function


@kernel
def popcount(word: int) -> int:
    """How many bits of a word (0 <= word < 2**62), or of a set of two words, are set."""
    return word.bit_count()


@kernel
def lowest(word: int) -> int:
    """The index of the lowest set bit of a word, or of a set of two words, that is not 0."""
    return (word & -word).bit_length() - 1


@kernel
def low_half(cells: Cells) -> int:
    """The first word of a set of two words, its highest bit as the sign."""
    return (cells + (1 << 63) & (1 << 64) - 1) - (1 << 63)


@kernel
def high_half(cells: Cells) -> int:
    """The second word of a set of two words, its highest bit as the sign."""
    return low_half(cells >> 64)


@kernel
def both_halves(low: int, high: int) -> Cells:
    """The set of these two words."""
    return low & (1 << 64) - 1 | (high & (1 << 64) - 1) << 64


@kernel
def times(one: int, other: int) -> int:
    """A product that wraps around as machine words do: its low 64 bits are right, the highest of them is the sign."""
    return (one * other + (1 << 63) & (1 << 64) - 1) - (1 << 63)


@kernel
def word_at(words: Any, at: int) -> int:
    """Word number `at` of a block (memory.py); blocks may be longer than records can be."""
    return int(words[at])


@kernel
def set_word(words: Any, at: int, word: int) -> None:
    """Set word number `at` of a block."""
    words[at] = word


@kernel
def fetch(words: Any, at: int) -> None:
    """Say that a word of a block will soon be read: machine code prefetches it, plain Python does nothing."""


@kernel
def shared_word(words: Any, at: int) -> int:
    """A word of a block that another thread may be writing: never older than what was read before it (an acquiring load)."""
    return int(words[at])


@kernel
def share_word(words: Any, at: int, word: int) -> None:
    """Set a word of a block that another thread may be reading, after everything written before it (a releasing store)."""
    words[at] = word


@kernel
def claim_word(words: Any, at: int, before: int, after: int) -> bool:
    """Set a word from `before` to `after`, in one step; False if it was not `before`, as another thread came first."""
    if words[at] != before:
        return False
    words[at] = after
    return True


HALVES = low_half, high_half, both_halves
SHARED = shared_word, share_word, claim_word
ONE_INSTRUCTION = (
    popcount,
    lowest,
    times,
    word_at,
    set_word,
    fetch,
    *HALVES,
    *SHARED,
)  # their machine code: intrinsics.py


class Kernels:
    """Linked kernels as attributes; `memory(fields)` makes the record they work in, `block(count)` a block of words."""

    compiled = False

    def __init__(self, names: Mapping[str, Any]) -> None:
        for name, value in names.items():
            if callable(value):
                setattr(self, name, value)

    def memory(self, fields: Fields) -> Any:
        """A new record with these fields (name: length, 0 for an int), all zero."""
        return memory.plain(fields)

    def block(self, count: int) -> Any:
        """A new block of `count` words, all zero; kernels take its `handle`."""
        return memory.PlainBlock(count)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        raise AttributeError(f"no kernel is called {name!r}")


def can_compile() -> bool:
    """True if Numba is installed."""
    with suppress(ValueError):  # something without a __spec__ stands in its place
        return find_spec("numba") is not None
    return False


def merge(sources: tuple[Mapping[str, Any], ...]) -> Names:
    """The kernels and constants of several namespaces. Raises ValueError if two mean different things by one name."""
    merged: Names = {function.__name__: function for function in ONE_INSTRUCTION}
    filled_in = {name for source in sources for name in source.get("FILLED_IN", ())}
    for source in sources:
        for name, value in source.items():
            if name in merged and not _is_same(merged[name], value) and name not in filled_in:
                raise ValueError(
                    f"two different things are called {name}: {repr(merged[name])[:60]} and "
                    f"{repr(value)[:60]}"
                )
            if _belongs(value):
                merged[name] = value
    return merged


def _is_same(one: object, other: object) -> bool:
    return one is other or (type(one) is type(other) and one == other)


def _belongs(value: object) -> bool:
    return getattr(value, "is_kernel", False) or type(value) is int or is_table(value)


def is_table(value: object) -> bool:
    """True for a constant that kernels read by index."""
    return type(value) is tuple and bool(value) and all(type(entry) is int for entry in value)


def is_word(value: int) -> bool:
    """True for an int that fits one machine word."""
    return -(1 << 63) <= value < 1 << 63


def link(names: Mapping[str, Any], wrap: Callable[[Any], Any] | None = None) -> Names:
    """Return a namespace with copies of the kernels bound to it, each passed through `wrap`."""
    space = dict(names)
    for name, value in names.items():
        if callable(value):
            copy = types.FunctionType(value.__code__, space, name, value.__defaults__)
            copy.__module__ = value.__module__
            space[name] = wrap(copy) if wrap else copy
    return space


def takes_two_words(names: Mapping[str, Any]) -> bool:
    """Return True if the sets of linked kernels take two words."""
    return bool(names.get("SET_WORDS", 1) > 1)


def entry_words(names: Mapping[str, Any], ints: int, function: Any, parameter: str) -> tuple[int, ...]:
    """Return how many words each entry of a parameter takes, which is no record; a state has so many `ints`."""
    sets = 0
    if takes_two_words(names):
        is_set = function.__annotations__.get(parameter) == "Cells"
        sets = names.get("STATE_SETS", 0) if parameter in STATES else is_set
    return (2,) * sets + (1,) * ((ints if parameter in STATES else 1) - sets)


def parameters(function: Any) -> tuple[str, ...]:
    """The names of a kernel's parameters."""
    code = function.__code__
    names: tuple[str, ...] = code.co_varnames[: code.co_argcount]
    return names
