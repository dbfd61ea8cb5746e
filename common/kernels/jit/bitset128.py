"""Sets of up to 128 cells in compiled kernels: a type of two machine words that counts as one unsigned integer.

Imported only where Numba is installed. Arguments and results are the lower word, then the higher one.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import lower_builtin, lower_cast, models, register_model, type_callable, typeof_impl

WORD = ir.IntType(64)
BOTH = ir.IntType(128)


def widened(context: Any) -> Any:
    """Return how Numba ranks the conversion to a longer type without loss, the rank of every conversion to a set."""
    return context.can_convert(types.int32, types.int64)


class TwoWords(types.Type):  # type: ignore[misc]
    """The type; an int becomes one where one is wanted."""

    def __init__(self) -> None:
        super().__init__("two_words")

    def can_convert_from(self, typingctx: Any, other: Any) -> Any:
        return widened(typingctx) if isinstance(other, (types.Integer, WideConstant)) else None


class WideConstant(types.Dummy):  # type: ignore[misc]
    """The type of one constant: it takes no room in machine code, and becomes a set where it is used."""

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
    """A struct of two words, which compilers pass one by one."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("low", types.int64), ("high", types.int64)])


register_model(WideConstant)(models.OpaqueModel)


def joined(builder: Any, value: Any) -> Any:
    """Return the 128 bits of a set."""
    low, high = (builder.zext(builder.extract_value(value, at), BOTH) for at in (0, 1))
    return builder.or_(low, builder.shl(high, BOTH(64)))


def is_set(kind: Any) -> bool:
    """True for the type of a set, or of a constant that becomes one."""
    return isinstance(kind, (TwoWords, WideConstant))


def kind_of(kind: Any) -> Any:
    """Return the type of a set, or of an int."""
    return two_words if is_set(kind) else types.int64


def bits_of(builder: Any, kind: Any, value: Any) -> Any:
    """Return the bits of a set, or of an int."""
    return joined(builder, value) if kind == two_words else value


def pair(context: Any, builder: Any, low: Any, high: Any) -> Any:
    """Return the set of two words."""
    undefined = ir.Constant(context.get_value_type(two_words), ir.Undefined)
    return builder.insert_value(builder.insert_value(undefined, low, 0), high, 1)


def split(context: Any, builder: Any, bits: Any) -> Any:
    """Return the set of 128 bits."""
    return pair(
        context, builder, builder.trunc(bits, WORD), builder.trunc(builder.lshr(bits, BOTH(64)), WORD)
    )


def _operation(operation: Any, result: Any, kinds: tuple[Any, ...], build: Callable[..., Any]) -> None:
    """Define an operator: `build(builder, ...)` takes sets as 128 bits, other arguments as they are."""

    def lower(context: Any, builder: Any, called: Any, arguments: Any) -> Any:
        found = build(builder, *map(bits_of, [builder] * len(kinds), kinds, arguments))
        return split(context, builder, found) if result == two_words else found

    lower_builtin(operation, *kinds)(lower)
    if len(kinds) == 1:
        type_callable(operation)(lambda context: lambda one: result(*kinds) if is_set(one) else None)
        return

    def typed(one: Any, other: Any) -> Any:
        return result(*kinds) if is_set(one) or (is_set(other) and kinds[1] == two_words) else None

    type_callable(operation)(lambda context: typed)


def _by(build: Callable[..., Any]) -> Callable[..., Any]:
    return lambda builder, bits, count: build(builder, bits, builder.zext(count, BOTH))


for _name, _other, _build in (
    ("or", two_words, ir.IRBuilder.or_),
    ("and", two_words, ir.IRBuilder.and_),
    ("xor", two_words, ir.IRBuilder.xor),
    ("sub", two_words, ir.IRBuilder.sub),
    ("lshift", types.int64, _by(ir.IRBuilder.shl)),
    ("rshift", types.int64, _by(ir.IRBuilder.lshr)),
):
    for _operator in (f"__{_name}__", f"__i{_name}__"):
        _operation(getattr(operator, _operator), two_words, (two_words, _other), _build)
_operation(
    operator.mul,
    two_words,
    (two_words, types.boolean),
    lambda builder, bits, kept: builder.select(kept, bits, BOTH(0)),
)
_operation(operator.invert, two_words, (two_words,), ir.IRBuilder.not_)
_operation(
    operator.eq,
    types.boolean,
    (two_words, two_words),
    lambda builder, *both: builder.icmp_unsigned("==", *both),
)
_operation(
    operator.ne,
    types.boolean,
    (two_words, two_words),
    lambda builder, *both: builder.icmp_unsigned("!=", *both),
)
_operation(
    bool, types.boolean, (two_words,), lambda builder, bits: builder.icmp_unsigned("!=", bits, BOTH(0))
)
_operation(
    operator.not_,
    types.boolean,
    (two_words,),
    lambda builder, bits: builder.icmp_unsigned("==", bits, BOTH(0)),
)


@lower_cast(types.IntegerLiteral, TwoWords)
def literal_to_set(context: Any, builder: Any, kind: Any, wanted: Any, value: Any) -> Any:
    """Convert a literal to a set."""
    return split(context, builder, BOTH(kind.literal_value))


@lower_cast(types.Integer, TwoWords)
def int_to_set(context: Any, builder: Any, kind: Any, wanted: Any, value: Any) -> Any:
    """Convert an int to a set."""
    return split(context, builder, builder.sext(value, BOTH))


@lower_cast(WideConstant, TwoWords)
def constant_to_set(context: Any, builder: Any, kind: Any, wanted: Any, value: Any) -> Any:
    """Convert a constant to a set."""
    return split(context, builder, BOTH(kind.number))


@typeof_impl.register(Constant)
def type_of_constant(value: Constant, context: Any) -> Any:
    """Return the type of a constant."""
    return WideConstant(value.number)
