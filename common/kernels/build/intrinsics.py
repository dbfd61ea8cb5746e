"""Code that Numba does not generate: calls of other kernels, kernels of one instruction.
"""

from __future__ import annotations

from inspect import Parameter, Signature
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from common.kernels.build.bitset128 import make_set, operand_bits, operand_type, two_words


def make_call(symbol: str, parameters: tuple[str, ...], signature: Any) -> Any:
    """Return a Numba intrinsic that calls the kernel `symbol`, which is linked later."""

    def typed(typingctx: Any, *given: Any) -> Any:
        return (signature, code) if _fits(typingctx, given, signature.args) else None

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _call(context, builder, symbol, signature, arguments)

    taken = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in ("typingctx", *parameters)]
    typed.__signature__ = Signature(taken)  # type: ignore[attr-defined]
    return intrinsic(typed)


def _fits(typingctx: Any, given: tuple[Any, ...], wanted: tuple[Any, ...]) -> bool:
    """Return True if all arguments convert without loss, at worst as a truth value converts to an int."""
    ranks = [typingctx.can_convert(*pair) for pair in zip(given, wanted, strict=True)]
    most = typingctx.can_convert(types.boolean, types.int64)
    return all(rank is not None and rank <= most for rank in ranks)


def _call(context: Any, builder: Any, symbol: str, signature: Any, arguments: Any) -> Any:
    """Call a kernel by Numba's calling convention and pass its error on to the caller."""
    convention, kinds = context.call_conv, (signature.return_type, signature.args)
    kernel = builder.module.globals.get(symbol)
    kernel = kernel or ir.Function(builder.module, convention.get_function_type(*kinds), symbol)
    status, result = convention.call_function(builder, kernel, *kinds, arguments)
    with builder.if_then(status.is_error, likely=False):
        convention.return_status_propagate(builder, status)
    return result


def _count(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    bits = operand_bits(builder, signature.args[0], arguments[0])
    return builder.trunc(builder.ctpop(bits), ir.IntType(64)) if bits.type.width > 64 else builder.ctpop(bits)


def _trailing(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    bits = operand_bits(builder, signature.args[0], arguments[0])
    found = builder.cttz(bits, ir.Constant(ir.IntType(1), 1))
    return builder.trunc(found, ir.IntType(64)) if bits.type.width > 64 else found


@intrinsic
def POPCOUNT(context: Any, word: Any) -> Any:
    """Count the set bits."""
    return types.int64(operand_type(word)), _count


@intrinsic
def LOWEST_BIT(context: Any, word: Any) -> Any:
    """Return the index of the lowest set bit, undefined for 0."""
    return types.int64(operand_type(word)), _trailing


def _low(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.extract_value(arguments[0], 0)


def _high(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.extract_value(arguments[0], 1)


def _both(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return make_set(context, builder, *arguments)


@intrinsic
def LOW_HALF(context: Any, cells: Any) -> Any:
    """Return the lower word of a set of two words."""
    return types.int64(two_words), _low


@intrinsic
def HIGH_HALF(context: Any, cells: Any) -> Any:
    """Return the higher word of a set of two words."""
    return types.int64(two_words), _high


@intrinsic
def JOIN_HALVES(context: Any, low: Any, high: Any) -> Any:
    """Build a set from its lower and its higher word."""
    return two_words(types.int64, types.int64), _both


def _multiply(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.mul(*arguments)  # without nsw (no signed wrap), which Numba sets on its own products


@intrinsic
def WRAPPING_MUL(context: Any, one: Any, other: Any) -> Any:
    """Multiply modulo 2**64 in one instruction."""
    return types.int64(types.int64, types.int64), _multiply


def _pointer(builder: Any, words: Any, at: Any) -> Any:
    """Return a pointer to word `at` of the block at the address `words`."""
    return builder.inttoptr(
        builder.add(words, builder.shl(at, ir.Constant(ir.IntType(64), 3))), ir.IntType(64).as_pointer()
    )


def _read(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.load(_pointer(builder, arguments[0], arguments[1]))


def _write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    builder.store(arguments[2], _pointer(builder, arguments[0], arguments[1]))
    return context.get_dummy_value()


@intrinsic
def WORD_AT(context: Any, words: Any, at: Any) -> Any:
    """Read a word of a block in one instruction."""
    return types.int64(types.int64, types.int64), _read


@intrinsic
def SET_WORD(context: Any, words: Any, at: Any, word: Any) -> Any:
    """Write a word of a block in one instruction."""
    return types.void(types.int64, types.int64, types.int64), _write


def _poll(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind = ir.FunctionType(ir.IntType(64), [])
    function = builder.module.globals.get("poll") or ir.Function(builder.module, kind, "poll")
    return builder.call(function, [])


@intrinsic
def POLL(context: Any) -> Any:
    """Call the imported function `poll`."""
    return types.int64(), _poll
