"""Hot code: plain Python functions on integers that also run as machine code.

    @kernel         marks a function that may be compiled
    LinkedKernels   binds kernels and constants to one namespace (linked_kernels.py)

Machine words hold -2**63 to 2**63 - 1. In machine code a sum, difference or product beyond that is undefined:
the compiler assumes that it never happens. Conclusions from that may read memory out of bounds, even if the
result is masked afterwards. Products that may overflow, such as those of hashes, use `wrapping_mul`.
Everything else must stay in range.

A kernel may call itself with int variables as arguments. Mutual recursion is refused.

Tests hold three promises. Both ways to run a source give equal results. An edit of any source never runs
stale machine code. No failure of the compiler or its cache stops the program.

A module with placeholders that a game replaces lists their names as OVERRIDABLE. No other name may be defined
twice.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from importlib.util import find_spec
from typing import Any, TypeVar

from common.kernels import memory
from common.kernels.memory import Fields

Function = TypeVar("Function", bound=Callable[..., Any])
Names = dict[str, Any]
State = tuple[int, ...]  # a position as kernels take it
STATE_PARAMETERS = frozenset({"state", "child"})  # names of the parameters that take a position
Cells = int  # a set of cells: bit i for cell i (cells.py)


def kernel(function: Function) -> Function:
    """Mark a function on ints, positions and memory records as compilable."""
    function.is_kernel = True  # type: ignore[attr-defined]
    return function


@kernel
def popcount(word: int) -> int:
    """Count the set bits of a word (0 <= word < 2**62) or of a set of two words."""
    return word.bit_count()


@kernel
def lowest_bit(word: int) -> int:
    """Return the index of the lowest set bit of a word or of a set of two words, not 0."""
    return (word & -word).bit_length() - 1


@kernel
def low_half(cells: Cells) -> int:
    """Return the lower word of a set of two words as a signed integer."""
    return (cells + (1 << 63) & (1 << 64) - 1) - (1 << 63)


@kernel
def high_half(cells: Cells) -> int:
    """Return the higher word of a set of two words as a signed integer."""
    return low_half(cells >> 64)


@kernel
def join_halves(low: int, high: int) -> Cells:
    """Build a set of two words from its lower and its higher word."""
    return low & (1 << 64) - 1 | (high & (1 << 64) - 1) << 64


@kernel
def wrapping_mul(one: int, other: int) -> int:
    """Multiply modulo 2**64, as machine words do, and return a signed integer."""
    return (one * other + (1 << 63) & (1 << 64) - 1) - (1 << 63)


@kernel
def word_at(words: Any, at: int) -> int:
    """Read word `at` of a block (memory.py), which may be longer than records can be."""
    return int(words[at])


@kernel
def set_word(words: Any, at: int, word: int) -> None:
    """Write word `at` of a block."""
    words[at] = word


@kernel
def prefetch(words: Any, at: int) -> None:
    """Prefetch a word of a block that will be read soon. Does nothing in plain Python."""


@kernel
def load_acquire(words: Any, at: int) -> int:
    """Read a word of a block that another thread may write, before any later read (acquire load)."""
    return int(words[at])


@kernel
def store_release(words: Any, at: int, word: int) -> None:
    """Write a word of a block that another thread may read, after all earlier writes (release store)."""
    words[at] = word


@kernel
def compare_and_swap(words: Any, at: int, before: int, after: int) -> bool:
    """Compare and swap a word in one atomic step. Return False if it was not `before`."""
    if words[at] != before:
        return False
    words[at] = after
    return True


HALVES = low_half, high_half, join_halves
ATOMICS = load_acquire, store_release, compare_and_swap
# Kernels whose machine code is one or two instructions, defined in intrinsics.py.
INTRINSICS = (
    popcount,
    lowest_bit,
    wrapping_mul,
    word_at,
    set_word,
    prefetch,
    *HALVES,
    *ATOMICS,
)


class Kernels:
    """Linked kernels as attributes, with the memory that they need."""

    compiled = False

    def __init__(self, names: Mapping[str, Any]) -> None:
        for name, value in names.items():
            if callable(value):
                setattr(self, name, value)

    def memory(self, fields: Fields) -> Any:
        """Return a new zeroed record with these fields (name: length, 0 for an int)."""
        return memory.plain_record(fields)

    def block(self, count: int) -> Any:
        """Return a new zeroed block of `count` words. Kernels take its `handle`."""
        return memory.PlainBlock(count)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        raise AttributeError(f"no kernel is called {name!r}")


def can_compile() -> bool:
    """Return True if Numba is installed."""
    with suppress(ValueError):  # a module without a __spec__ in its place
        return find_spec("numba") is not None
    return False


def merge(sources: tuple[Mapping[str, Any], ...]) -> Names:
    """Merge the kernels and constants (ints and tables) of several namespaces and add the INTRINSICS.

    Of an OVERRIDABLE name, the last value counts. Raise ValueError if two different things have one name that
    no namespace lists as OVERRIDABLE.
    """
    merged: Names = {function.__name__: function for function in INTRINSICS}
    filled_in = {name for source in sources for name in source.get("OVERRIDABLE", ())}
    for source in sources:
        for name, value in source.items():
            if name in merged and not _is_same(merged[name], value) and name not in filled_in:
                raise ValueError(
                    f"two different things are called {name}: {repr(merged[name])[:60]} and "
                    f"{repr(value)[:60]}"
                )
            if _is_linkable(value):
                merged[name] = value
    return merged


def _is_same(one: object, other: object) -> bool:
    return one is other or (type(one) is type(other) and one == other)


def _is_linkable(value: object) -> bool:
    return getattr(value, "is_kernel", False) or type(value) is int or is_table(value)


def is_table(value: object) -> bool:
    """Return True for a constant that kernels read by index: a non-empty tuple of ints."""
    return type(value) is tuple and bool(value) and all(type(entry) is int for entry in value)


def fits_word(value: int) -> bool:
    """Return True for an int that fits one machine word."""
    return -(1 << 63) <= value < 1 << 63


def link(names: Mapping[str, Any], wrap: Callable[[Any], Any] | None = None) -> Names:
    """Copy kernels and constants into a new namespace and return it. The copies call each other.

    Each copy of a kernel is passed through `wrap`.
    """
    space = dict(names)
    for name, value in names.items():
        if callable(value):
            copy = types.FunctionType(value.__code__, space, name, value.__defaults__)
            copy.__module__ = value.__module__
            space[name] = wrap(copy) if wrap else copy
    return space


def global_names(function: Any) -> set[str]:
    """Return the global names that a function reads."""
    import dis

    return {str(step.argval) for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"}


def reachable_names(names: Mapping[str, Any], first: Iterable[str]) -> set[str]:
    """Return the names that some kernels use, directly or through others, themselves included."""
    found, left = set[str](), set(first)
    while left:
        found |= left
        used = {name for kernel in left if callable(names[kernel]) for name in global_names(names[kernel])}
        left = (used & set(names)) - found
    return found


def takes_two_words(names: Mapping[str, Any]) -> bool:
    """Return True if the sets of linked kernels take two words."""
    return bool(names.get("SET_WORDS", 1) > 1)


def entry_words(names: Mapping[str, Any], ints: int, function: Any, parameter: str) -> tuple[int, ...]:
    """Return the number of words (1 or 2) of each entry of a parameter that is not a record.

    A position (`state`, `child`) has `ints` entries, any other parameter has one.
    """
    sets = 0
    if takes_two_words(names):
        is_set = function.__annotations__.get(parameter) == "Cells"
        sets = names.get("STATE_SETS", 0) if parameter in STATE_PARAMETERS else is_set
    return (2,) * sets + (1,) * ((ints if parameter in STATE_PARAMETERS else 1) - sets)


def parameter_names(function: Any) -> tuple[str, ...]:
    """Return the names of a kernel's parameters, in order."""
    code = function.__code__
    names: tuple[str, ...] = code.co_varnames[: code.co_argcount]
    return names
