"""What is one instruction in compiled kernels: bits, products, words of memory. Imported only where Numba is installed."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _count(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.ctpop(arguments[0])


def _trailing(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))


@intrinsic
def POPCOUNT(context: Any, word: Any) -> Any:
    """How many bits are set, one instruction."""
    return types.int64(types.int64), _count


@intrinsic
def LOWEST(context: Any, word: Any) -> Any:
    """The index of the lowest set bit, one instruction."""
    return types.int64(types.int64), _trailing


def _multiply(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.mul(*arguments)  # without the flag nsw that Numba gives to its own products


@intrinsic
def TIMES(context: Any, one: Any, other: Any) -> Any:
    """A product that wraps around, one instruction."""
    return types.int64(types.int64, types.int64), _multiply


def _place(builder: Any, words: Any, at: Any) -> Any:
    """A pointer to word `at` of the block that begins at the address `words`."""
    return builder.inttoptr(builder.add(words, builder.shl(at, ir.Constant(ir.IntType(64), 3))), ir.IntType(64).as_pointer())


def _read(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.load(_place(builder, arguments[0], arguments[1]))


def _write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    builder.store(arguments[2], _place(builder, arguments[0], arguments[1]))
    return context.get_dummy_value()


@intrinsic
def WORD_AT(context: Any, words: Any, at: Any) -> Any:
    """A word of a block of memory, one instruction."""
    return types.int64(types.int64, types.int64), _read


@intrinsic
def SET_WORD(context: Any, words: Any, at: Any, word: Any) -> Any:
    """Set a word of a block of memory, one instruction."""
    return types.void(types.int64, types.int64, types.int64), _write


def _fetch(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    place = builder.bitcast(_place(builder, arguments[0], arguments[1]), ir.IntType(8).as_pointer())
    number = ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
    prefetch = builder.module.declare_intrinsic("llvm.prefetch", [place.type], kind)
    builder.call(prefetch, [place, number(0), number(3), number(1)])  # for reading, to be kept in every cache level, as data
    return context.get_dummy_value()


@intrinsic
def FETCH(context: Any, words: Any, at: Any) -> Any:
    """Prefetch a word of a block of memory without waiting for it, one instruction."""
    return types.void(types.int64, types.int64), _fetch
