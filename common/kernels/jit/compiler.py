"""The compiler: turn linked kernels into one object.

Numba only infers types and generates LLVM code, one kernel at a time. A kernel comes after those that it
calls, which it sees as external functions. The results are linked and optimized as a whole (object_code.py).
Each kernel has one signature. A literal or a truth value as an argument counts as an int.

Only public names of Numba and llvmlite are used, and nothing from `numba.core`.
"""

from __future__ import annotations

import builtins
import ctypes
import dis
import os
from collections.abc import Iterator
from contextlib import contextmanager
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any

from common.kernels.jit.loader import INT, NOTHING, SET, TRUTH, symbol
from common.kernels.jit.native_thread import RESULTS
from common.kernels.jit.object_code import HOST, Target, linked, machine_of
from common.kernels.kernel import ONE_INSTRUCTION, STATES, entry_words, is_table, is_word, link, parameters

if TYPE_CHECKING:
    from common.kernels.linked_kernels import LinkedKernels

OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
OPTIMIZED = "NUMBA_OPT"  # Numba's environment variable for the optimization level
NOWHERE = ctypes.c_int64()  # a dummy address for external kernels: the code that Numba loads is never run


def compiled(program: LinkedKernels, target: Target = HOST) -> tuple[dict[str, str], bytes]:
    """Compile all kernels. Return the result code of each by name (see `result_code`), and the object.

    Raise any exception of Numba or LLVM.
    """
    machine = machine_of(target)
    results, module = lowered(program, machine)
    return results, bytes(machine.emit_object(module))


def lowered(program: LinkedKernels, machine: Any) -> tuple[dict[str, str], Any]:
    """Return the result code of each kernel by name, and the optimized LLVM module of all kernels."""
    results, code, space = dict[str, str](), dict[str, str](), namespace(program)
    with unoptimized():
        for name in in_order(program):
            arguments, space[name] = argument_types(program, name), dispatcher(space[name])
            kind = compile_one(name, space[name], arguments)
            results[name], code[name] = returned(kind), space[name].inspect_llvm(arguments)
            space[name] = call_from_outside(name, program.names[name], kind, arguments)
    return results, linked(code, machine)


@contextmanager
def unoptimized() -> Iterator[None]:
    """Switch off Numba's own optimization for the block, because `link_modules` optimizes the whole."""
    before = os.environ.get(OPTIMIZED)
    os.environ[OPTIMIZED] = "0"
    try:
        yield
    finally:
        del os.environ[OPTIMIZED]
        if before is not None:
            os.environ[OPTIMIZED] = before


def types() -> Any:
    """Return the module numba.types, imported only when needed."""
    from numba import types

    return types


def namespace(program: LinkedKernels) -> dict[str, Any]:
    """Return the linked kernels and their constants in the form that Numba takes."""
    import numpy

    from common.kernels.jit import intrinsics
    from common.kernels.jit.bitset128 import Constant

    def constant(value: Any) -> Any:
        if is_table(value):
            return numpy.array(value)
        return value if callable(value) or is_word(value) else Constant(value)

    space = link({name: constant(value) for name, value in program.names.items()})
    for function in ONE_INSTRUCTION:
        space[function.__name__] = getattr(intrinsics, function.__name__.upper())
    return space


def dispatcher(function: Any) -> Any:
    """Wrap a kernel for Numba. A kernel that calls itself finds the wrapper under its own name."""
    from numba import njit

    return njit(**OPTIONS)(function)


def compile_one(name: str, dispatcher: Any, arguments: tuple[Any, ...]) -> Any:
    """Compile one kernel and return its result type. Raise ValueError if it calls itself with other types."""
    import llvmlite.binding as llvm

    llvm.add_symbol(symbol(name), ctypes.addressof(NOWHERE))
    dispatcher.compile(arguments)
    if len(dispatcher.signatures) > 1:
        raise ValueError(
            f"{name} calls itself with a constant or a truth value: expected a variable that is an int"
        )
    return types().unliteral(dispatcher.nopython_signatures[0].return_type)


def call_from_outside(name: str, function: Any, kind: Any, arguments: tuple[Any, ...]) -> Any:
    """Return the external function that other kernels call in place of a compiled kernel."""
    from common.kernels.jit.intrinsics import call_of

    return call_of(symbol(name), parameters(function), kind(*arguments))


def in_order(program: LinkedKernels) -> list[str]:
    """Return the names of the kernels that can be compiled, callees first.

    Raise ValueError for mutual recursion, which Numba neither compiles nor refuses. A kernel may call itself.
    """
    names = whole(program)
    called = {name: globals_of(program.names[name]) & set(names) - {name} for name in names}
    try:
        return list(TopologicalSorter(called).static_order())
    except CycleError as found:
        raise ValueError(
            f"kernels call each other in turn: {', '.join(sorted(set(found.args[1])))}"
        ) from None


def whole(program: LinkedKernels) -> list[str]:
    """Return the names of the kernels that use, directly or indirectly, only defined global names."""
    built_in = {function.__name__ for function in ONE_INSTRUCTION}
    found = {name: value for name, value in program.names.items() if callable(value) and name not in built_in}
    used = {name: globals_of(value) for name, value in found.items()}
    known = set(program.names) | set(dir(builtins))
    while lacking := [name for name in found if not used[name] <= known]:
        for name in lacking:
            del found[name]
            known.discard(name)
    return list(found)


def globals_of(function: Any) -> set[str]:
    """Return the global names that a function reads."""
    return {str(step.argval) for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"}


def argument_types(program: LinkedKernels, name: str) -> tuple[Any, ...]:
    """Return the Numba types of a kernel's parameters, which follow from their names."""
    known = program.names[name]
    return tuple(argument_type(program, known, parameter) for parameter in parameters(known))


def argument_type(program: LinkedKernels, function: Any, name: str) -> Any:
    """Return the Numba type of a parameter: a record, a position (tuple of ints and sets), int or set."""
    import numpy
    from numba import from_dtype

    from common.kernels.jit.bitset128 import two_words

    if name in program.records:
        fields = program.records[name].items()
        words = [
            (field, numpy.int64, (length,)) if length else (field, numpy.int64) for field, length in fields
        ]
        return from_dtype(numpy.dtype(words))
    words_of = entry_words(program.names, program.ints, function, name)
    entries = [two_words if words > 1 else types().int64 for words in words_of]
    return types().BaseTuple.from_types(entries) if name in STATES else entries[0]


def returned(kind: Any) -> str:
    """Encode the result type of a kernel: NOTHING, BOOL, or one letter (INT or SET) for each entry.

    Raise ValueError for any other type, and for more than MAX_RESULT_WORDS words.
    """
    from common.kernels.jit.bitset128 import two_words

    if kind == types().none:
        return NOTHING
    if types().unliteral(kind) == types().boolean:
        return TRUTH
    entries = [
        types().unliteral(entry) for entry in (kind if isinstance(kind, types().BaseTuple) else [kind])
    ]
    if any(entry not in (types().int64, two_words) for entry in entries):
        raise ValueError(f"a kernel returns {kind}: expected ints, or sets")
    found = "".join(SET if entry == two_words else INT for entry in entries)
    if len(found) + found.count(SET) > RESULTS:
        raise ValueError(f"a kernel returns {kind}: expected {RESULTS} words at most")
    return found
