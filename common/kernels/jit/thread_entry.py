"""The entry function of native threads: it calls the kernel that native_thread.py has prepared."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from common.kernels.jit.native_thread import (
    ARGUMENTS,
    ENDED,
    ENTRY,
    EXCEPTION,
    FUNCTION,
    MAX_ARGUMENT_WORDS,
    RESULTS_AT,
    STATUS,
)
from common.kernels.memory import WORD_BYTES

NUMBER = ir.IntType(64)


def thread_entry(triple: str, data_layout: str) -> str:
    """Return the entry function as LLVM assembly for a target (its triple and data layout).

    It passes MAX_ARGUMENT_WORDS words to every kernel: a C function ignores arguments beyond its parameters.
    """
    module = ir.Module("thread")
    module.triple, module.data_layout = triple, data_layout
    nothing = ir.IntType(8).as_pointer()
    entry = ir.Function(module, ir.FunctionType(nothing, [NUMBER.as_pointer()]), ENTRY)
    builder = ir.IRBuilder(entry.append_basic_block())

    def place(at: int) -> Any:
        return builder.gep(entry.args[0], [NUMBER(at)])

    given = [builder.ptrtoint(place(at), NUMBER) for at in (RESULTS_AT, EXCEPTION)]
    given += [builder.load(place(ARGUMENTS + at)) for at in range(MAX_ARGUMENT_WORDS)]
    kind = ir.FunctionType(ir.IntType(32), [NUMBER] * len(given))
    kernel = builder.inttoptr(builder.load(place(FUNCTION)), kind.as_pointer())
    status = builder.call(kernel, given)
    builder.store(builder.sext(status, NUMBER), place(STATUS))
    builder.store_atomic(NUMBER(1), place(ENDED), "release", WORD_BYTES)
    builder.ret(nothing(None))
    return str(module)
