"""Code that Numba does not generate: calls of other kernels, kernels of few instructions, vectors.

LLVM has vectors of its own. Loop vectorization alone does not find 32-bit numbers in 64-bit ones.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, register_model

from common.kernels import kernel, vectors
from common.kernels.build.bitset128 import (
    DOUBLE_WORD,
    WORD,
    make_set,
    operand_bits,
    operand_type,
    two_words,
)
from common.kernels.vectors import LANES

NUMBER = ir.IntType(32)
REGISTER = ir.VectorType(NUMBER, LANES)
LANE_BITS = 31  # mask of a shift
UNDEFINED = ir.Constant(REGISTER, ir.Undefined)
WORD_SHIFT = ir.Constant(WORD, 3)  # log2 of a word's bytes
INT = types.int64


class FourNumbers(types.Type):
    """The Numba type of a vector."""

    def __init__(self) -> None:
        super().__init__("four_numbers")


@register_model(FourNumbers)
class Model(models.PrimitiveModel):
    """The data model of a vector: one LLVM vector."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, REGISTER)


def define(parameters: tuple[str, ...], signature_of: Callable[..., Any], lower: Any) -> Any:
    """Return a Numba intrinsic. `signature_of` returns its signature for some argument types, or None."""

    def typed(context: Any, *given: Any) -> Any:
        signature = signature_of(context, given)
        return (signature, lower) if signature else None

    taken = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in ("context", *parameters)]
    typed.__signature__ = Signature(taken)  # type: ignore[attr-defined]
    return intrinsic(typed)


def make_call(symbol: str, parameters: tuple[str, ...], signature: Any) -> Any:
    """Return an intrinsic that calls the kernel `symbol`, which is linked later."""

    def fitting(context: Any, given: Any) -> Any:
        """Return the signature if all arguments convert without loss, at worst as a truth value to an int."""
        ranks = [context.can_convert(*pair) for pair in zip(given, signature.args, strict=True)]
        most = context.can_convert(types.boolean, INT)
        return signature if all(rank is not None and rank <= most for rank in ranks) else None

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Call a kernel by Numba's calling convention and pass its error on to the caller."""
        convention, kinds = context.call_conv, (signature.return_type, signature.args)
        kernel = builder.module.globals.get(symbol)
        kernel = kernel or ir.Function(builder.module, convention.get_function_type(*kinds), symbol)
        status, result = convention.call_function(builder, kernel, *kinds, arguments)
        with builder.if_then(status.is_error, likely=False):
            convention.return_status_propagate(builder, status)
        return result

    return define(parameters, fitting, lower)


def instructions(function: Any, result: Any, build: Callable[..., Any], *kinds: Any) -> Any:
    """Return the intrinsic of a kernel. A kind None is what is given: a word, a set or a field of numbers.

    `build(builder, ...)` gets sets as 128-bit integers and fields as pointers to 32-bit numbers.
    """

    def signature_of(context: Any, given: Any) -> Any:
        takes = [kind or known_type(each) for kind, each in zip(kinds, given, strict=True)]
        return result(*takes)

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values = [
            number_pointer(context, builder, kind, value)
            if isinstance(kind, types.Array)
            else operand_bits(builder, kind, value)
            for kind, value in zip(signature.args, arguments, strict=True)
        ]
        found = build(builder, *values)
        return context.get_dummy_value() if result == types.void else found

    return define(kernel.parameter_names(function), signature_of, lower)


def known_type(given: Any) -> Any:
    """Return the type that a given argument has in a kernel."""
    return given if isinstance(given, types.Array) else operand_type(given)


def number_pointer(context: Any, builder: Any, kind: Any, field: Any) -> Any:
    """Return a pointer to the first number of a field."""
    return builder.bitcast(context.make_array(kind)(context, builder, field).data, NUMBER.as_pointer())


def word_pointer(builder: Any, words: Any, at: Any) -> Any:
    """Return a pointer to word `at` of the block at the address `words`."""
    return builder.inttoptr(builder.add(words, builder.shl(at, WORD_SHIFT)), WORD.as_pointer())


def vector_pointer(builder: Any, numbers: Any, at: Any) -> Any:
    """Return a pointer to the vector that begins with number `at`."""
    return builder.bitcast(builder.gep(numbers, [at]), REGISTER.as_pointer())


def as_word(builder: Any, bits: Any) -> Any:
    """Return the count or index of bits as a word."""
    return builder.trunc(bits, WORD) if bits.type == DOUBLE_WORD else bits


def repeated(values: list[int]) -> Any:
    """Return a constant vector."""
    return ir.Constant(REGISTER, values)


def broadcast(builder: Any, number: Any) -> Any:
    """Return a vector with the low 32 bits of an int in each lane."""
    one = builder.insert_element(UNDEFINED, builder.trunc(number, NUMBER), NUMBER(0))
    return builder.shuffle_vector(one, UNDEFINED, ir.Constant(ir.VectorType(NUMBER, LANES), [0] * LANES))


def spread(builder: Any, bits: Any, number: Any) -> Any:
    """Return a vector with `number` in the lanes of the four lowest bits that are set."""
    single = repeated([1 << lane for lane in range(LANES)])
    found = builder.icmp_signed("==", builder.and_(broadcast(builder, bits), single), single)
    return builder.select(found, broadcast(builder, number), repeated([0] * LANES))


def call_poll(builder: Any) -> Any:
    """Call the imported function."""
    kind = ir.FunctionType(WORD, [])
    function = builder.module.globals.get("poll") or ir.Function(builder.module, kind, "poll")
    return builder.call(function, [])


def largest(builder: Any, one: Any, other: Any) -> Any:
    """Return the greater number in each lane."""
    return builder.select(builder.icmp_signed(">", one, other), one, other)


def shift(builder: Any, vector: Any, count: Any) -> Any:
    """Shift each number right."""
    return builder.ashr(vector, builder.and_(broadcast(builder, count), repeated([LANE_BITS] * LANES)))


four_numbers = FourNumbers()
# The kernels: result, code by IRBuilder, parameters.
INSTRUCTIONS = {
    function.__name__: instructions(function, *rest)
    for function, *rest in (
        (kernel.poll, INT, call_poll),
        (kernel.popcount, INT, lambda b, bits: as_word(b, b.ctpop(bits)), None),
        (kernel.lowest_bit, INT, lambda b, bits: as_word(b, b.cttz(bits, ir.IntType(1)(1))), None),
        # Without nsw (no signed wrap), which Numba sets on its own products.
        (kernel.wrapping_mul, INT, ir.IRBuilder.mul, INT, INT),
        (kernel.low_half, INT, lambda b, bits: b.trunc(bits, WORD), two_words),
        (kernel.high_half, INT, lambda b, bits: b.trunc(b.lshr(bits, DOUBLE_WORD(64)), WORD), two_words),
        (kernel.join_halves, two_words, make_set, INT, INT),
        (kernel.word_at, INT, lambda b, words, at: b.load(word_pointer(b, words, at)), INT, INT),
        (
            *(kernel.set_word, types.void),
            *(lambda b, words, at, word: b.store(word, word_pointer(b, words, at)), INT, INT, INT),
        ),
        (vectors.number_at, INT, lambda b, field, at: b.sext(b.load(b.gep(field, [at])), WORD), None, INT),
        (
            *(vectors.set_number, types.void),
            *(lambda b, field, at, word: b.store(b.trunc(word, NUMBER), b.gep(field, [at])), None, INT, INT),
        ),
        (
            *(vectors.load_vector, four_numbers),
            *(lambda b, field, at: b.load(vector_pointer(b, field, at), align=4), None, INT),
        ),
        (
            *(vectors.store_vector, types.void),
            lambda b, field, at, vector: b.store(vector, vector_pointer(b, field, at), align=4),
            *(None, INT, four_numbers),
        ),
        (vectors.bits_vector, four_numbers, spread, INT, INT),
        (vectors.add_vectors, four_numbers, ir.IRBuilder.add, four_numbers, four_numbers),
        (vectors.subtract_vectors, four_numbers, ir.IRBuilder.sub, four_numbers, four_numbers),
        (vectors.max_vectors, four_numbers, largest, four_numbers, four_numbers),
        (vectors.and_vectors, four_numbers, ir.IRBuilder.and_, four_numbers, four_numbers),
        (
            *(vectors.scale_vector, four_numbers),
            *(lambda b, vector, factor: b.mul(vector, broadcast(b, factor)), four_numbers, INT),
        ),
        (vectors.shift_vector, four_numbers, shift, four_numbers, INT),
    )
}
