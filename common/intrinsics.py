"""The processor's own bit instructions for compiled kernels; imported only where Numba is."""

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
