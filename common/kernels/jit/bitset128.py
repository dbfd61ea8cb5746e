"""Sets of up to 128 cells in compiled kernels: a type of two machine words that counts as one unsigned integer.

Imported only where Numba is installed. Arguments and results are the lower word, then the higher one.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_constant
from numba.core.typeconv.typeconv import Conversion  # type: ignore[attr-defined]
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import lower_builtin, lower_cast, models, register_model, typeof_impl

WORD = ir.IntType(64)
BOTH = ir.IntType(128)


class TwoWords(types.Type):  # type: ignore[misc]
    """The type; an int becomes one where one is wanted."""

    def __init__(self) -> None:
        super().__init__("two_words")

    def can_convert_from(self, typingctx: Any, other: Any) -> Any:
        return Conversion.safe if isinstance(other, types.Integer) else None


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


def joined(context: Any, builder: Any, value: Any) -> Any:
    """The 128 bits of a set."""
    pair = cgutils.create_struct_proxy(two_words)(context, builder, value)
    low, high = builder.zext(pair.low, BOTH), builder.zext(pair.high, BOTH)
    return builder.or_(low, builder.shl(high, BOTH(64)))


def kind_of(kind: Any) -> Any:
    """The type of a set, or of an int."""
    return two_words if kind == two_words else types.int64


def bits_of(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """The bits of a set, or of an int."""
    return joined(context, builder, value) if kind == two_words else value


def split(context: Any, builder: Any, bits: Any) -> Any:
    """The set of 128 bits."""
    pair = cgutils.create_struct_proxy(two_words)(context, builder)
    pair.low, pair.high = builder.trunc(bits, WORD), builder.trunc(builder.lshr(bits, BOTH(64)), WORD)
    return pair._getvalue()


def _operation(operation: Any, result: Any, kinds: tuple[Any, ...], build: Callable[..., Any]) -> None:
    """Define an operator: `build(builder, ...)` takes sets as 128 bits, other arguments as they are."""

    @infer_global(operation)
    class Template(ConcreteTemplate):  # type: ignore[misc]
        cases = [signature(result, *kinds)]  # noqa: RUF012 (Numba reads it from the class)

    def lower(context: Any, builder: Any, called: Any, arguments: Any) -> Any:
        taken = [
            joined(context, builder, argument) if kind == two_words else argument
            for kind, argument in zip(kinds, arguments, strict=True)
        ]
        found = build(builder, *taken)
        return split(context, builder, found) if result == two_words else found

    lower_builtin(operation, *kinds)(lower)


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
    lambda builder, *pair: builder.icmp_unsigned("==", *pair),
)
_operation(
    operator.ne,
    types.boolean,
    (two_words, two_words),
    lambda builder, *pair: builder.icmp_unsigned("!=", *pair),
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
    """A literal as a set."""
    return split(context, builder, BOTH(kind.literal_value))


@lower_cast(types.Integer, TwoWords)
def int_to_set(context: Any, builder: Any, kind: Any, wanted: Any, value: Any) -> Any:
    """An int as a set."""
    return split(context, builder, builder.sext(value, BOTH))


@typeof_impl.register(Constant)
def type_of_constant(value: Constant, context: Any) -> Any:
    """A constant is a set."""
    return two_words


@lower_constant(TwoWords)
def constant(context: Any, builder: Any, kind: Any, value: Constant) -> Any:
    """The words of a constant."""
    return split(context, builder, BOTH(value.number))
