"""Machine code of vectors.py: one SIMD register of four 32-bit numbers.

LLVM has vectors of its own, so one definition serves each processor and WebAssembly. Loop vectorization alone
does not find these 32-bit numbers in 64-bit ones. Imported only where Numba is installed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, register_model

from common.kernels.vectors import LANES

NUMBER = ir.IntType(32)
LANE_BITS = 31  # mask of a shift
REGISTER = ir.VectorType(NUMBER, LANES)


class FourNumbers(types.Type):
    """The Numba type of a vector."""

    def __init__(self) -> None:
        super().__init__("four_numbers")


four_numbers = FourNumbers()


@register_model(FourNumbers)
class Model(models.PrimitiveModel):
    """The data model of a vector: one LLVM vector."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, REGISTER)  # type: ignore[no-untyped-call]


def repeated(values: list[int]) -> Any:
    """Return a constant vector."""
    return ir.Constant(REGISTER, values)


def broadcast(builder: Any, number: Any) -> Any:
    """Return a vector with the low 32 bits of an int in each lane."""
    one = builder.insert_element(
        ir.Constant(REGISTER, ir.Undefined), builder.trunc(number, NUMBER), ir.IntType(32)(0)
    )
    lanes = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(one, ir.Constant(REGISTER, ir.Undefined), lanes)


def pointer(context: Any, builder: Any, signature: Any, arguments: Any, kind: Any) -> Any:
    """Return a pointer of a `kind` to number `at` of a field, the first two arguments."""
    first = context.make_array(signature.args[0])(context, builder, arguments[0]).data
    return builder.bitcast(
        builder.gep(builder.bitcast(first, NUMBER.as_pointer()), [arguments[1]]), kind.as_pointer()
    )


def _read(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.sext(builder.load(pointer(context, builder, signature, arguments, NUMBER)), ir.IntType(64))


def _write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    builder.store(
        builder.trunc(arguments[2], NUMBER), pointer(context, builder, signature, arguments, NUMBER)
    )
    return context.get_dummy_value()


def _load(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.load(pointer(context, builder, signature, arguments, REGISTER), align=4)


def _store(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    builder.store(arguments[2], pointer(context, builder, signature, arguments, REGISTER), align=4)
    return context.get_dummy_value()


def _bits(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    single = repeated([1 << lane for lane in range(LANES)])
    found = builder.icmp_signed("==", builder.and_(broadcast(builder, arguments[0]), single), single)
    return builder.select(found, broadcast(builder, arguments[1]), repeated([0] * LANES))


def _max(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    one, other = arguments
    return builder.select(builder.icmp_signed(">", one, other), one, other)


def _scale(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.mul(arguments[0], broadcast(builder, arguments[1]))


def _shift(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    count = builder.and_(broadcast(builder, arguments[1]), repeated([LANE_BITS] * LANES))
    return builder.ashr(arguments[0], count)


def _both(build: Callable[..., Any]) -> Callable[..., Any]:
    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return build(builder, *arguments)

    return lower


@intrinsic
def NUMBER_AT(context: Any, numbers: Any, at: Any) -> Any:
    """Read a number of a field in one instruction."""
    return types.int64(numbers, types.int64), _read


@intrinsic
def SET_NUMBER(context: Any, numbers: Any, at: Any, number: Any) -> Any:
    """Write a number of a field in one instruction."""
    return types.void(numbers, types.int64, types.int64), _write


@intrinsic
def LOAD_VECTOR(context: Any, numbers: Any, at: Any) -> Any:
    """Read a vector, which may lie across words."""
    return four_numbers(numbers, types.int64), _load


@intrinsic
def STORE_VECTOR(context: Any, numbers: Any, at: Any, vector: Any) -> Any:
    """Write a vector, which may lie across words."""
    return types.void(numbers, types.int64, four_numbers), _store


@intrinsic
def BITS_VECTOR(context: Any, bits: Any, number: Any) -> Any:
    """Spread four bits over the lanes."""
    return four_numbers(types.int64, types.int64), _bits


@intrinsic
def ADD_VECTORS(context: Any, one: Any, other: Any) -> Any:
    """Add two vectors."""
    return four_numbers(four_numbers, four_numbers), _both(ir.IRBuilder.add)


@intrinsic
def SUBTRACT_VECTORS(context: Any, one: Any, other: Any) -> Any:
    """Subtract a vector."""
    return four_numbers(four_numbers, four_numbers), _both(ir.IRBuilder.sub)


@intrinsic
def MAX_VECTORS(context: Any, one: Any, other: Any) -> Any:
    """Return the greater number in each lane."""
    return four_numbers(four_numbers, four_numbers), _max


@intrinsic
def AND_VECTORS(context: Any, one: Any, other: Any) -> Any:
    """Combine the bits of two vectors by AND."""
    return four_numbers(four_numbers, four_numbers), _both(ir.IRBuilder.and_)


@intrinsic
def SCALE_VECTOR(context: Any, vector: Any, factor: Any) -> Any:
    """Multiply each number by one factor."""
    return four_numbers(four_numbers, types.int64), _scale


@intrinsic
def SHIFT_VECTOR(context: Any, vector: Any, count: Any) -> Any:
    """Shift each number right."""
    return four_numbers(four_numbers, types.int64), _shift
