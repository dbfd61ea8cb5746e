"""Hot code: plain Python functions on integers that also run as WebAssembly.

    @kernel         marks a function that may be compiled
    LinkedKernels   binds kernels and constants to one namespace (linked_kernels.py)

Machine words hold -2**63 to 2**63 - 1. In compiled code a sum, difference or product beyond that is
undefined: the compiler assumes that it never happens. Conclusions from that may read memory out of bounds,
even if the result is masked afterwards. Products that may overflow, such as those of hashes, use
`wrapping_mul`. Everything else must stay in range.

A kernel may call itself with int variables as arguments. Mutual recursion is refused.

Tests hold three promises. Both ways to run a source give equal results. An edit of any source never runs a
stale module. Without a module that runs, plain Python plays.

A module with placeholders that a game replaces lists their names as OVERRIDABLE. No other name may be defined
twice.
"""

from __future__ import annotations

import time
import types
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from common.kernels import interrupt, memory
from common.kernels.deadline import NO_DEADLINE, Deadline
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
def poll() -> int:
    """Ask whether the search must stop, 1 if so. Searches ask at least every 10 ms (`is_over`)."""
    return 0


HALVES = low_half, high_half, join_halves
# Kernels of one or two instructions, defined in build/intrinsics.py, and `poll`, which is imported.
INTRINSICS = (popcount, lowest_bit, wrapping_mul, word_at, set_word, poll, *HALVES)
# The fields of a memory that `is_over` takes.
LIMIT_FIELDS = ("nodes", "budget", "stop", "check_at", "interval")
PLAIN_INTERVAL = 64  # nodes between two polls in plain Python
CALL_SECONDS = 0.1  # between two calls of `on_poll`


@kernel
def is_over(memory: Any) -> bool:
    """Return True, and set memory.stop, beyond memory.budget nodes or if `poll` says so.

    Searches call it at memory.check_at nodes.
    """
    if memory.stop or memory.nodes > memory.budget or poll():
        memory.stop, memory.check_at = 1, 0
        return True
    memory.check_at = min(memory.budget + 1, memory.nodes + memory.interval)
    return False


class Watch:
    """The function `poll` of some kernels: it looks at their deadline and calls `on_poll`."""

    def __init__(self) -> None:
        self.deadline, self._next_call = NO_DEADLINE, 0.0
        self.on_poll: Callable[[], object] = bool

    def poll(self) -> int:
        """Return 1 after the deadline, else 0. Call `on_poll` at most every CALL_SECONDS."""
        if (now := time.monotonic()) >= self._next_call:
            self._next_call = now + CALL_SECONDS
            self.on_poll()
        return int(self.deadline.expired)


class Kernels:
    """Linked kernels as attributes, with the memory that they need."""

    compiled = False

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.watch = Watch()
        space = link(names)
        space["poll"] = self.watch.poll
        for name, value in space.items():
            if callable(value):
                setattr(self, name, value)

    def limit(self, memory: Any, deadline: Deadline, interval: int) -> None:
        """Limit the next searches with this memory. `interval` is the number of nodes between two polls.

        It should take at most 10 ms; plain Python polls more often. memory.nodes is the caller's.
        """
        interrupt.defer()
        self.watch.deadline = deadline
        memory.stop, memory.check_at, memory.budget = 0, 0, deadline.budget
        memory.interval = interval if self.compiled else PLAIN_INTERVAL

    def memory(self, fields: Fields) -> Any:
        """Return a new zeroed record with these fields (name: length, 0 for an int)."""
        return memory.plain_record(fields)

    def block(self, count: int) -> Any:
        """Return a new record of `count` zeroed `words`. Kernels take its `handle`, of any length."""
        record = self.memory({"words": count})
        record.handle = record.words
        return record

    def clear(self, block: Any) -> None:
        """Set all words of a block to 0."""
        if isinstance(block.words, memory.Sparse):
            block.words.clear()
        else:
            block.words[:] = [0] * len(block.words)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        raise AttributeError(f"no kernel is called {name!r}")


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


def link(names: Mapping[str, Any]) -> Names:
    """Copy kernels and constants into a new namespace and return it. The copies call each other."""
    space = dict(names)
    for name, value in names.items():
        if callable(value):
            copy = types.FunctionType(value.__code__, space, name, value.__defaults__)
            copy.__module__ = value.__module__
            space[name] = copy
    return space


def global_names(function: Any) -> set[str]:
    """Return the global names that a function reads."""
    import dis

    return {str(step.argval) for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"}


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
