"""Hot code: plain Python functions on integers that also run as machine code.

    @kernel     marks a function that may be compiled
    plain       binds kernels and constants to one namespace, run as plain Python
    load        the same, compiled by Numba; plain Python if that fails in any way

A kernel may call itself, but then no other kernel may call it: from Numba's cache that crashes.

Machine words hold -2**63 to 2**63 - 1. A sum, difference or product beyond that is undefined in machine code: the compiler
takes it for impossible, and what it concludes from that may read other memory, whatever is masked afterwards. A product
that may leave the words, as those of hashes do, is one of `times`; everything else must stay inside.

The three promises, held by tests: one source gives equal results either way; an edit in any
source never runs stale machine code; no failure of Numba or of its cache stops the program.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from common import memory

Function = TypeVar("Function", bound=Callable[..., Any])
INTRINSICS = str(Path(__file__).with_name("intrinsics.py"))  # which only Numba can import


def kernel(function: Function) -> Function:
    """Mark a function on ints, and on one memory record, as compilable."""
    function.is_kernel = True  # type: ignore[attr-defined]
    return function


@kernel
def popcount(word: int) -> int:
    """How many bits of a word (0 <= word < 2**62) are set."""
    return word.bit_count()


@kernel
def lowest(word: int) -> int:
    """The index of the lowest set bit of a word that is not 0."""
    return (word & -word).bit_length() - 1


@kernel
def times(one: int, other: int) -> int:
    """A product that wraps around as machine words do: its low 64 bits are right, the highest of them is the sign."""
    return (one * other + (1 << 63) & (1 << 64) - 1) - (1 << 63)


@kernel
def word_at(words: Any, at: int) -> int:
    """A word of a block (memory.py), which may be longer than a record can be."""
    return int(words[at])


@kernel
def set_word(words: Any, at: int, word: int) -> None:
    """Set a word of a block."""
    words[at] = word


@kernel
def fetch(words: Any, at: int) -> None:
    """A word of a block will soon be wanted: machine code has it brought meanwhile."""


class Kernels:
    """Linked kernels as attributes; `memory(fields)` makes the record they work in, `block(count)` a block of words."""

    def __init__(self, namespace: Mapping[str, Any], compiled: bool) -> None:
        self.compiled = compiled
        self.memory = memory.record if compiled else memory.plain
        self.block = memory.Block if compiled else memory.PlainBlock
        for name, value in namespace.items():
            if callable(value):
                setattr(self, name, value)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        raise AttributeError(f"no kernel is called {name!r}")


def _as_it_is(function: Function) -> Function:
    return function


def plain(*sources: Mapping[str, Any], wrap: Callable[[Any], Any] = _as_it_is) -> Kernels:
    """Bind the kernels and constants of `sources` (namespaces; later ones fill in earlier ones).

    `wrap` says what stands in the place of each kernel, which it gets bound.
    """
    return Kernels(_link(_merge(sources), wrap), compiled=False)


def load(name: str, *sources: Mapping[str, Any], warm: Callable[[Kernels], object]) -> Kernels:
    """The kernels as machine code, cached on disk under a name no other source can have.

    `warm` calls every kernel that is called from outside, with the types it will get; that is when
    they are compiled. Where anything at all fails, one line on stderr and plain Python instead.
    """
    try:
        loaded = _compiled(name, _merge(sources))
        warm(loaded)
        return loaded
    except Exception as problem:
        reason = (str(problem).strip() or type(problem).__name__).splitlines()[0]
        print(f"{name}: plain Python, slower, because machine code failed: {reason}", file=sys.stderr)
        return plain(*sources)


def _merge(sources: tuple[Mapping[str, Any], ...]) -> dict[str, Any]:
    merged: dict[str, Any] = {helper.__name__: helper for helper in (popcount, lowest, times, word_at, set_word, fetch)}
    for source in sources:
        merged |= {name: value for name, value in source.items() if _belongs(value)}
    return merged


def _belongs(value: object) -> bool:
    return getattr(value, "is_kernel", False) or type(value) is int or _is_table(value)


def _is_table(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and all(type(entry) is int for entry in value)


def _link(merged: dict[str, Any], wrap: Callable[[Any], Any], suffix: str = "") -> dict[str, Any]:
    """Copies of the kernels, bound to one namespace of their own."""
    space = dict(merged)
    for name, value in merged.items():
        if getattr(value, "is_kernel", False):
            copy = types.FunctionType(value.__code__, space, name, value.__defaults__)
            copy.__qualname__ = name + suffix  # Numba files its cache under this name
            copy.__module__ = value.__module__
            space[name] = wrap(copy)
    return space


def _compiled(name: str, merged: dict[str, Any]) -> Kernels:
    import numba
    import numpy

    from common.intrinsics import FETCH, LOWEST, POPCOUNT, SET_WORD, TIMES, WORD_AT

    words = {key: numpy.array(value) if _is_table(value) else value for key, value in merged.items()}
    wrap = numba.njit(cache=True, nogil=True, error_model="numpy")
    space = _link(words, wrap, suffix=f"_{name}_{fingerprint(merged)}")
    space |= {
        "popcount": POPCOUNT,
        "lowest": LOWEST,
        "times": TIMES,
        "word_at": WORD_AT,
        "set_word": SET_WORD,
        "fetch": FETCH,
    }  # one instruction each
    return Kernels(space, compiled=True)


def fingerprint(merged: Mapping[str, Any]) -> str:
    """A hash of all that machine code depends on: sources, constants, Numba, Python, processor."""
    import hashlib

    import llvmlite.binding
    import numba

    digest = hashlib.sha256()
    for path in sorted({__file__, memory.__file__, INTRINSICS, *_files(merged)}):
        digest.update(Path(path).read_bytes())
    for name, value in sorted(merged.items()):
        digest.update(repr((name, _bytecode(value) if callable(value) else value)).encode())
    cpu = llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten()
    digest.update(repr((numba.__version__, sys.version, cpu)).encode())
    return digest.hexdigest()[:16]


def _bytecode(function: Any) -> tuple[Any, ...]:
    """What is really compiled: Python may run old bytecode for a source edited twice within a second."""
    code = function.__code__
    return code.co_code, code.co_consts, code.co_names, code.co_varnames


def _files(merged: Mapping[str, Any]) -> set[str]:
    return {value.__code__.co_filename for value in merged.values() if callable(value)}
