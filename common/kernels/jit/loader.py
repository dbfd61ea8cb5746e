"""Loader of objects: kernels in machine code as Python functions, without Numba or numpy."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from common.kernels.jit.native_thread import ENTRY, MAX_RESULT_WORDS, NativeFunction, NativeThread
from common.kernels.kernel import (
    STATE_PARAMETERS,
    Kernels,
    entry_words,
    high_half,
    join_halves,
    low_half,
    parameter_names,
)
from common.kernels.memory import Block, Fields, native_record, record_type

if TYPE_CHECKING:
    from common.kernels.linked_kernels import LinkedKernels

CAN_LOAD_OBJECTS = sys.platform == "linux"  # here a failure is an error; elsewhere loading may be unsupported
# The result of a kernel: one of the first two, or a letter for each entry of a tuple.
NOTHING = "nothing"
BOOL = "truth"
INT = "i"
SET = "s"


class LoadingUnsupported(BaseException):
    """A valid object that llvmlite cannot load on this system."""


class MachineCode(Kernels):
    """The kernels of a loaded object. Each becomes callable when it is first used."""

    compiled = True

    def __init__(self, linked_kernels: LinkedKernels, engine: Any, results: dict[str, str]) -> None:
        self._linked_kernels, self._engine, self._results = linked_kernels, engine, results

    def memory(self, fields: Fields) -> Any:
        """Return a new zeroed record in native memory."""
        return native_record(fields)

    def block(self, count: int) -> Any:
        """Return a new zeroed block in native memory."""
        return Block(count)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        program = self.__dict__["_linked_kernels"]
        if name not in self.__dict__["_results"]:
            return super().__getattr__(name)
        address = self._engine.get_function_address(symbol(name))
        call = _make_callable(self._engine, address, _parameter_kinds(program, name), self._results[name])
        setattr(self, name, call)
        return call


def symbol(name: str) -> str:
    """Return the symbol of a kernel in the object."""
    return f"kernel_{name}"


def load_object(image: bytes) -> Any:
    """Load an object. Its code can be called as long as the returned engine lives.

    Raise RuntimeError if LLVM refuses it, off Linux LoadingUnsupported instead.
    """
    import llvmlite.binding as llvm

    engine = create_engine()
    try:
        engine.add_object_file(llvm.ObjectFileRef.from_data(image))
        engine.finalize_object()
    except RuntimeError as problem:
        raise problem if CAN_LOAD_OBJECTS else LoadingUnsupported from problem
    return engine


def create_engine() -> Any:
    """Create an empty LLVM engine, which holds machine code in memory."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple().create_target_machine(jit=True, codemodel="jitdefault")
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)


def _parameter_kinds(linked_kernels: LinkedKernels, name: str) -> tuple[Any, ...]:
    """Return the kind of each parameter of a kernel: record, words of a position, or number.

    That is the ctypes type of a record, the words of each entry of a position, or the words (1 or 2) of a
    number.
    """
    kinds, function = list[Any](), linked_kernels.names[name]
    for parameter in parameter_names(function):
        if parameter in linked_kernels.records:
            kinds.append(record_type(tuple(linked_kernels.records[parameter].items())))
        else:
            words = entry_words(linked_kernels.names, linked_kernels.state_size, function, parameter)
            kinds.append(words if parameter in STATE_PARAMETERS else words[0])
    return tuple(kinds)


def _make_callable(engine: Any, address: int, kinds: tuple[Any, ...], result: str) -> Callable[..., Any]:
    """Make a Python function of a kernel.

    The function raises TypeError for a wrong record, IndexError if the kernel fails.

    The native signature is `int status(results*, exception**, arguments...)`. A record is passed by address,
    a position entry by entry, a set of two words as the lower word, then the higher one. A call releases the
    GIL. The function keeps the engine, and so the code, alive. Its attribute `in_thread` makes a NativeThread
    for the kernel.
    """
    count = sum(
        sum(kind) if isinstance(kind, tuple) else kind if isinstance(kind, int) else 1 for kind in kinds
    )
    native = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_int64] * count)(
        address
    )
    returned, exception = ctypes.c_int64 * MAX_RESULT_WORDS, ctypes.c_void_p

    def flattened(*given: Any) -> list[Any]:
        flat: list[Any] = []
        for kind, value in zip(kinds, given, strict=True):
            if kind == 1:
                flat.append(value)
            elif kind == 2:
                flat += low_half(value), high_half(value)
            elif isinstance(kind, tuple):
                flat += _flatten_position(kind, value)
            elif type(value) is kind:
                flat.append(ctypes.addressof(value))
            else:
                raise TypeError(f"{value!r} is not the record that this kernel works in")
        return flat

    def call(*given: Any, _engine: Any = engine) -> Any:
        results = returned()
        if native(ctypes.addressof(results), ctypes.addressof(exception()), *flattened(*given)):
            raise IndexError("a kernel has looked beyond the end of an array")
        return _unpack(results, result)

    entry = engine.get_function_address(ENTRY)
    function = NativeFunction(entry, address, flattened, partial(_unpack, result=result), engine)
    call.in_thread = partial(NativeThread, function)  # type: ignore[attr-defined]
    return call


def _flatten_position(words: tuple[int, ...], entries: Sequence[int]) -> Sequence[int]:
    """Return the machine words of a position."""
    if 2 not in words:
        return entries
    flat = list[int]()
    for size, entry in zip(words, entries, strict=True):
        flat += (entry,) if size == 1 else (low_half(entry), high_half(entry))
    return flat


def _unpack(results: Any, result: str) -> Any:
    if result == NOTHING:
        return None
    if result == BOOL:
        return bool(results[0] & 1)
    if SET not in result:
        return tuple(results[: len(result)]) if len(result) > 1 else results[0]
    words = iter(results)
    entries = tuple(join_halves(next(words), next(words)) if kind == SET else next(words) for kind in result)
    return entries if len(entries) > 1 else entries[0]
