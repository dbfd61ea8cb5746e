"""The compiler: turns linked kernels into one object.

Numba only infers types and writes LLVM code, one function after the other: a kernel is compiled after those that it calls,
and knows them as functions from outside. The results are linked and optimized once as a whole (object_code.py). Each kernel is
compiled for one signature: where it is called with a literal or a truth value, that counts as an int like any other.

Nothing private of Numba or llvmlite is used, nor anything of `numba.core`.
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
OPTIMIZED = "NUMBA_OPT"  # Numba's environment variable for how much it optimizes
NOWHERE = ctypes.c_int64()  # where Numba finds kernels from outside: what it loads is never run


def compiled(program: LinkedKernels, target: Target = HOST) -> tuple[dict[str, str], bytes]:
    """Return what every kernel returns (see `returned`), by name, and the object. Raise whatever goes wrong."""
    machine = machine_of(target)
    results, module = lowered(program, machine)
    return results, bytes(machine.emit_object(module))


def lowered(program: LinkedKernels, machine: Any) -> tuple[dict[str, str], Any]:
    """Return what every kernel returns, by name, and the optimized LLVM module of all kernels."""
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
    """While this lasts, Numba does not optimize what `linked` optimizes as a whole."""
    before = os.environ.get(OPTIMIZED)
    os.environ[OPTIMIZED] = "0"
    try:
        yield
    finally:
        del os.environ[OPTIMIZED]
        if before is not None:
            os.environ[OPTIMIZED] = before


def types() -> Any:
    """The module numba.types, imported only when needed."""
    from numba import types

    return types


def namespace(program: LinkedKernels) -> dict[str, Any]:
    """Return the kernels, linked, and their constants as Numba takes them."""
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
    """Return a kernel wrapped for Numba, which a kernel that calls itself finds under its own name."""
    from numba import njit

    return njit(**OPTIONS)(function)


def compile_one(name: str, dispatcher: Any, arguments: tuple[Any, ...]) -> Any:
    """Compile a kernel and return the type of what it returns. Raise ValueError if it calls itself with other types."""
    import llvmlite.binding as llvm

    llvm.add_symbol(symbol(name), ctypes.addressof(NOWHERE))
    dispatcher.compile(arguments)
    if len(dispatcher.signatures) > 1:
        raise ValueError(
            f"{name} calls itself with a constant or a truth value: expected a variable that is an int"
        )
    return types().unliteral(dispatcher.nopython_signatures[0].return_type)


def call_from_outside(name: str, function: Any, kind: Any, arguments: tuple[Any, ...]) -> Any:
    """Return what other kernels call in place of a kernel that has been compiled."""
    from common.kernels.jit.intrinsics import call_of

    return call_of(symbol(name), parameters(function), kind(*arguments))


def in_order(program: LinkedKernels) -> list[str]:
    """Return the names of the kernels that can be compiled, each behind those that it calls.

    Raise ValueError if kernels call each other in turn, which Numba neither compiles nor refuses; one may call itself.
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
    """The names of the kernels for which every global name is defined, also in the kernels that they call."""
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
    """The global names that a function reads."""
    return {str(step.argval) for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"}


def argument_types(program: LinkedKernels, name: str) -> tuple[Any, ...]:
    """Return the Numba types of a kernel's parameters, which follow from their names."""
    known = program.names[name]
    return tuple(argument_type(program, known, parameter) for parameter in parameters(known))


def argument_type(program: LinkedKernels, function: Any, name: str) -> Any:
    """Return the Numba type of a kernel's parameter: a record, a position (tuple of ints and sets), an int or a set."""
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
    """What a kernel returns: NOTHING, TRUTH, or INT or SET for each entry. Raises ValueError for anything else, or too much."""
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
