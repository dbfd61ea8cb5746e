"""Sets of up to 128 cells in compiled kernels: a Numba type of two words, like an unsigned integer.

As an argument or a result, a set is its lower word, then its higher one.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import lower_builtin, lower_cast, models, register_model, type_callable, typeof_impl

WORD = ir.IntType(64)
DOUBLE_WORD = ir.IntType(128)
PAIR = ir.LiteralStructType([WORD, WORD])


def widening_rank(context: Any) -> Any:
    """Return Numba's rank of a lossless conversion to a longer type. All conversions to sets get it."""
    return context.can_convert(types.int32, types.int64)


class TwoWords(types.Type):  # type: ignore[misc]
    """The Numba type of a set. Ints convert to it where needed."""

    def __init__(self) -> None:
        super().__init__("two_words")

    def can_convert_from(self, typingctx: Any, other: Any) -> Any:
        return widening_rank(typingctx) if isinstance(other, (types.Integer, WideConstant)) else None


class WideConstant(types.Dummy):  # type: ignore[misc]
    """The Numba type of one constant, which takes no space in machine code and converts to a set."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"wide_constant({number})")

    def unify(self, typingctx: Any, other: Any) -> Any:
        return two_words if isinstance(other, (types.Integer, WideConstant)) else None


two_words = TwoWords()


class Constant:
    """A number that is a set of two words in kernels."""

    def __init__(self, number: int) -> None:
        self.number = number


@register_model(TwoWords)
class Model(models.StructModel):  # type: ignore[misc]
    """The data model of a set: a struct of two words, which compilers pass one by one."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("low", types.int64), ("high", types.int64)])


register_model(WideConstant)(models.OpaqueModel)


def to_bits(builder: Any, value: Any) -> Any:
    """Convert a set to a 128-bit integer."""
    low, high = (builder.zext(builder.extract_value(value, at), DOUBLE_WORD) for at in (0, 1))
    return builder.or_(low, builder.shl(high, DOUBLE_WORD(64)))


def is_set(kind: Any) -> bool:
    """Return True for the type of a set or of a constant that becomes one."""
    return isinstance(kind, (TwoWords, WideConstant))


def operand_type(kind: Any) -> Any:
    """Return the type that an operand has in machine code: a set or a 64-bit integer."""
    return two_words if is_set(kind) else types.int64


def operand_bits(builder: Any, kind: Any, value: Any) -> Any:
    """Convert an operand to one integer: 128 bits for a set, unchanged otherwise."""
    return to_bits(builder, value) if kind == two_words else value


def make_set(builder: Any, low: Any, high: Any) -> Any:
    """Build a set from its lower and its higher word."""
    undefined = ir.Constant(PAIR, ir.Undefined)
    return builder.insert_value(builder.insert_value(undefined, low, 0), high, 1)


def from_bits(builder: Any, bits: Any) -> Any:
    """Convert a 128-bit integer to a set."""
    high = builder.lshr(bits, DOUBLE_WORD(64))
    return make_set(builder, builder.trunc(bits, WORD), builder.trunc(high, WORD))


def _define_operator(operation: Any, result: Any, kinds: tuple[Any, ...], build: Callable[..., Any]) -> None:
    """Define an operator on sets.

    `build(builder, ...)` gets sets as 128-bit integers and other arguments unchanged.
    """

    def lower(context: Any, builder: Any, called: Any, arguments: Any) -> Any:
        found = build(builder, *map(operand_bits, [builder] * len(kinds), kinds, arguments))
        return from_bits(builder, found) if result == two_words else found

    lower_builtin(operation, *kinds)(lower)
    if len(kinds) == 1:
        type_callable(operation)(lambda context: lambda one: result(*kinds) if is_set(one) else None)
        return

    def typed(one: Any, other: Any) -> Any:
        return result(*kinds) if is_set(one) or (is_set(other) and kinds[1] == two_words) else None

    type_callable(operation)(lambda context: typed)


def _shift(build: Callable[..., Any]) -> Callable[..., Any]:
    return lambda builder, bits, count: build(builder, bits, builder.zext(count, DOUBLE_WORD))


for _name, _other, _build in (
    ("or", two_words, ir.IRBuilder.or_),
    ("and", two_words, ir.IRBuilder.and_),
    ("xor", two_words, ir.IRBuilder.xor),
    ("sub", two_words, ir.IRBuilder.sub),
    ("lshift", types.int64, _shift(ir.IRBuilder.shl)),
    ("rshift", types.int64, _shift(ir.IRBuilder.lshr)),
):
    for _operator in (f"__{_name}__", f"__i{_name}__"):
        _define_operator(getattr(operator, _operator), two_words, (two_words, _other), _build)
_define_operator(
    operator.mul,
    two_words,
    (two_words, types.boolean),
    lambda builder, bits, kept: builder.select(kept, bits, DOUBLE_WORD(0)),
)
_define_operator(operator.invert, two_words, (two_words,), ir.IRBuilder.not_)
for _sign, _compared, _truth in (("==", operator.eq, operator.not_), ("!=", operator.ne, bool)):
    _build = partial(lambda sign, builder, *both: builder.icmp_unsigned(sign, *both), _sign)
    _define_operator(_compared, types.boolean, (two_words, two_words), _build)
    _build = partial(lambda sign, builder, bits: builder.icmp_unsigned(sign, bits, DOUBLE_WORD(0)), _sign)
    _define_operator(_truth, types.boolean, (two_words,), _build)


@lower_cast(types.IntegerLiteral, TwoWords)
def literal_to_set(context: Any, builder: Any, kind: Any, wanted: Any, value: Any) -> Any:
    """Convert a literal to a set."""
    return from_bits(builder, DOUBLE_WORD(kind.literal_value))


@lower_cast(types.Integer, TwoWords)
def int_to_set(context: Any, builder: Any, kind: Any, wanted: Any, value: Any) -> Any:
    """Convert an int to a set."""
    return from_bits(builder, builder.sext(value, DOUBLE_WORD))


@lower_cast(WideConstant, TwoWords)
def constant_to_set(context: Any, builder: Any, kind: Any, wanted: Any, value: Any) -> Any:
    """Convert a constant to a set."""
    return from_bits(builder, DOUBLE_WORD(kind.number))


@typeof_impl.register(Constant)
def type_of_constant(value: Constant, context: Any) -> Any:
    """Return the Numba type of a constant."""
    return WideConstant(value.number)
