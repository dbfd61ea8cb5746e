"""The compiler: turn linked kernels into one object.

Numba only infers types and generates LLVM code, one kernel at a time. A kernel comes after those that it
calls, which it sees as external functions. The results are linked and optimized as a whole (object_code.py).
Each kernel has one signature. A literal or a truth value as an argument counts as an int.

Only public names of Numba and llvmlite are used, and nothing from `numba.core`.
"""

from __future__ import annotations

import builtins
import ctypes
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any

from common.kernels.jit.loader import BOOL, INT, NOTHING, SET, symbol
from common.kernels.jit.native_thread import MAX_RESULT_WORDS
from common.kernels.jit.object_code import HOST, Target, link_modules, target_machine
from common.kernels.kernel import (
    INTRINSICS,
    STATE_PARAMETERS,
    entry_words,
    fits_word,
    global_names,
    is_table,
    link,
    parameter_names,
    reachable_names,
)
from common.kernels.vectors import VECTOR_INTRINSICS

if TYPE_CHECKING:
    from common.kernels.linked_kernels import LinkedKernels

OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
OPT_VARIABLE = "NUMBA_OPT"  # Numba's environment variable for the optimization level
# A dummy address for external kernels: the code that Numba loads is never run.
DUMMY_TARGET = ctypes.c_int64()


def compile_object(
    linked_kernels: LinkedKernels, target: Target = HOST, exports: Collection[str] = ()
) -> tuple[dict[str, str], bytes]:
    """Compile all kernels. Return the result code of each by name (see `result_code`), and the object.

    With `exports` only these kernels can be called from outside, and what they do not use is left out. Raise
    any exception of Numba or LLVM.
    """
    machine = target_machine(target)
    results, module = lower_kernels(linked_kernels, machine, exports)
    return results, bytes(machine.emit_object(module))


def lower_kernels(
    linked_kernels: LinkedKernels, machine: Any, exports: Collection[str] = ()
) -> tuple[dict[str, str], Any]:
    """Return the result code of each kernel by name, and the optimized LLVM module of all kernels.

    `exports` is as in `compile_object`.
    """
    results, code, space = dict[str, str](), dict[str, str](), namespace(linked_kernels)
    order, used = compile_order(linked_kernels), reachable_names(linked_kernels.names, exports)
    with without_numba_passes():
        for name in [name for name in order if name in used or not exports]:
            arguments, space[name] = argument_types(linked_kernels, name), dispatcher(space[name])
            kind = compile_one(name, space[name], arguments)
            results[name], code[name] = result_code(kind), space[name].inspect_llvm(arguments)
            space[name] = external_call(name, linked_kernels.names[name], kind, arguments)
    return results, link_modules(code, machine, exports or code)


@contextmanager
def without_numba_passes() -> Iterator[None]:
    """Switch off Numba's own optimization for the block, because `link_modules` optimizes the whole."""
    before = os.environ.get(OPT_VARIABLE)
    os.environ[OPT_VARIABLE] = "0"
    try:
        yield
    finally:
        del os.environ[OPT_VARIABLE]
        if before is not None:
            os.environ[OPT_VARIABLE] = before


def numba_types() -> Any:
    """Return the module numba.types, imported only when needed."""
    from numba import types

    return types


def namespace(linked_kernels: LinkedKernels) -> dict[str, Any]:
    """Return the linked kernels and their constants in the form that Numba takes."""
    import numpy

    from common.kernels.jit import intrinsics, vector_intrinsics
    from common.kernels.jit.bitset128 import Constant

    def constant(value: Any) -> Any:
        if is_table(value):
            return numpy.array(value)
        return value if callable(value) or fits_word(value) else Constant(value)

    space = link({name: constant(value) for name, value in linked_kernels.names.items()})
    for function in INTRINSICS:
        space[function.__name__] = getattr(intrinsics, function.__name__.upper())
    for name in (function.__name__ for function in VECTOR_INTRINSICS):
        space[name] = getattr(vector_intrinsics, name.upper())
    return space


def dispatcher(function: Any) -> Any:
    """Wrap a kernel for Numba. A kernel that calls itself finds the wrapper under its own name."""
    from numba import njit

    return njit(**OPTIONS)(function)


def compile_one(name: str, dispatcher: Any, arguments: tuple[Any, ...]) -> Any:
    """Compile one kernel and return its result type. Raise ValueError if it calls itself with other types."""
    import llvmlite.binding as llvm

    llvm.add_symbol(symbol(name), ctypes.addressof(DUMMY_TARGET))
    dispatcher.compile(arguments)
    if len(dispatcher.signatures) > 1:
        raise ValueError(
            f"{name} calls itself with a constant or a truth value: expected a variable that is an int"
        )
    return numba_types().unliteral(dispatcher.nopython_signatures[0].return_type)


def external_call(name: str, function: Any, kind: Any, arguments: tuple[Any, ...]) -> Any:
    """Return the external function that other kernels call in place of a compiled kernel."""
    from common.kernels.jit.intrinsics import make_call

    return make_call(symbol(name), parameter_names(function), kind(*arguments))


def compile_order(linked_kernels: LinkedKernels) -> list[str]:
    """Return the names of the kernels that can be compiled, callees first, always in the same order.

    Raise ValueError for mutual recursion, which Numba neither compiles nor refuses. A kernel may call itself.
    """
    names = complete_kernels(linked_kernels)
    called = {name: sorted(global_names(linked_kernels.names[name]) & set(names) - {name}) for name in names}
    try:
        return list(TopologicalSorter(called).static_order())
    except CycleError as found:
        raise ValueError(
            f"kernels call each other in turn: {', '.join(sorted(set(found.args[1])))}"
        ) from None


def complete_kernels(linked_kernels: LinkedKernels) -> list[str]:
    """Return the names of the kernels that use, directly or indirectly, only defined global names."""
    built_in = {function.__name__ for function in (*INTRINSICS, *VECTOR_INTRINSICS)}
    found = {
        name: value
        for name, value in linked_kernels.names.items()
        if callable(value) and name not in built_in
    }
    used = {name: global_names(value) for name, value in found.items()}
    known = set(linked_kernels.names) | set(dir(builtins))
    while lacking := [name for name in found if not used[name] <= known]:
        for name in lacking:
            del found[name]
            known.discard(name)
    return list(found)


def argument_types(linked_kernels: LinkedKernels, name: str) -> tuple[Any, ...]:
    """Return the Numba types of a kernel's parameters, which follow from their names."""
    known = linked_kernels.names[name]
    return tuple(argument_type(linked_kernels, known, parameter) for parameter in parameter_names(known))


def argument_type(linked_kernels: LinkedKernels, function: Any, name: str) -> Any:
    """Return the Numba type of a parameter: a record, a position (tuple of ints and sets), int or set."""
    import numpy
    from numba import from_dtype

    from common.kernels.jit.bitset128 import two_words

    if name in linked_kernels.records:
        fields = linked_kernels.records[name].items()
        words = [
            (field, numpy.int64, (length,)) if length else (field, numpy.int64) for field, length in fields
        ]
        return from_dtype(numpy.dtype(words))
    words_of = entry_words(linked_kernels.names, linked_kernels.state_size, function, name)
    entries = [two_words if words > 1 else numba_types().int64 for words in words_of]
    return numba_types().BaseTuple.from_types(entries) if name in STATE_PARAMETERS else entries[0]


def result_code(kind: Any) -> str:
    """Encode the result type of a kernel: NOTHING, BOOL, or one letter (INT or SET) for each entry.

    Raise ValueError for any other type, and for more than MAX_RESULT_WORDS words.
    """
    from common.kernels.jit.bitset128 import two_words

    if kind == numba_types().none:
        return NOTHING
    if numba_types().unliteral(kind) == numba_types().boolean:
        return BOOL
    entries = [
        numba_types().unliteral(entry)
        for entry in (kind if isinstance(kind, numba_types().BaseTuple) else [kind])
    ]
    if any(entry not in (numba_types().int64, two_words) for entry in entries):
        raise ValueError(f"a kernel returns {kind}: expected ints, or sets")
    found = "".join(SET if entry == two_words else INT for entry in entries)
    if len(found) + found.count(SET) > MAX_RESULT_WORDS:
        raise ValueError(f"a kernel returns {kind}: expected {MAX_RESULT_WORDS} words at most")
    return found
