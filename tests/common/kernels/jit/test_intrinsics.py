"""Kernels of one or two instructions: machine code gives the results of the plain kernels."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("numba")
import llvmlite.binding as llvm
from numba import njit, types

from common.kernels import kernel
from common.kernels.jit import intrinsics
from common.kernels.jit.intrinsics import make_call
from common.kernels.memory import Block

# As kernels see them: Numba passes the context that their definitions take.
COMPARE_AND_SWAP: Any = intrinsics.COMPARE_AND_SWAP
HIGH_HALF: Any = intrinsics.HIGH_HALF
JOIN_HALVES: Any = intrinsics.JOIN_HALVES
LOAD_ACQUIRE: Any = intrinsics.LOAD_ACQUIRE
LOW_HALF: Any = intrinsics.LOW_HALF
LOWEST_BIT: Any = intrinsics.LOWEST_BIT
POPCOUNT: Any = intrinsics.POPCOUNT
PREFETCH: Any = intrinsics.PREFETCH
SET_WORD: Any = intrinsics.SET_WORD
STORE_RELEASE: Any = intrinsics.STORE_RELEASE
WORD_AT: Any = intrinsics.WORD_AT
WRAPPING_MUL: Any = intrinsics.WRAPPING_MUL

LEAST, MOST = -(1 << 63), (1 << 63) - 1
WORDS = (1, 6, 1 << 40, MOST, -1, LEAST, 0x5DEECE66D, 0)
SYMBOL = "kernel_of_test_intrinsics"
WRITER: Any = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_int64] * 4)
Compiled = Callable[..., Any]


def compiled(signature: str, function: Callable[..., Any]) -> Compiled:
    """Compile a function with Numba."""
    found: Compiled = njit(signature)(function)
    return found


@pytest.fixture(scope="module")
def on_words() -> Compiled:
    """Return a function that gives the results of all intrinsics on words and sets."""

    def found(low: int, high: int) -> tuple[int, ...]:
        both = JOIN_HALVES(low, high)
        product = WRAPPING_MUL(low, high)
        return POPCOUNT(low), product, POPCOUNT(both), LOWEST_BIT(both), LOW_HALF(both), HIGH_HALF(both)

    return compiled("UniTuple(int64, 6)(int64, int64)", found)


def test_every_intrinsic_belongs_to_a_plain_kernel() -> None:
    names = {function.__name__.upper() for function in kernel.INTRINSICS}
    assert names == {name for name in vars(intrinsics) if name.isupper() and name != "WORD_BYTES"}


def test_intrinsics_on_words_and_sets_agree_with_kernels(on_words: Compiled) -> None:
    for low in WORDS:
        for high in WORDS:
            both = kernel.join_halves(low, high)
            lowest = kernel.lowest_bit(both) if both else 128
            count = (low & (1 << 64) - 1).bit_count()
            product = kernel.wrapping_mul(low, high)
            assert on_words(low, high) == (count, product, kernel.popcount(both), lowest, low, high)


def test_lowest_bit_of_a_word_agrees_with_the_kernel() -> None:
    lowest = compiled("int64(int64)", lambda word: LOWEST_BIT(word))
    words = [word for word in WORDS if word] + [1 << at for at in range(63)]
    assert [lowest(word) for word in words] == [kernel.lowest_bit(word) for word in words]


def test_words_of_a_block_are_read_and_written() -> None:
    def exchange(block: int, at: int, word: int) -> int:
        before: int = WORD_AT(block, at)
        PREFETCH(block, at)
        SET_WORD(block, at, word)
        return before

    block, exchanged = Block(8), compiled("int64(int64, int64, int64)", exchange)
    assert [exchanged(block.handle, 3, word) for word in (MOST, LEAST, 5)] == [0, MOST, LEAST]
    assert block.read(0, 8) == [0, 0, 0, 5, 0, 0, 0, 0]


def test_shared_words_are_read_written_and_swapped() -> None:
    def swap(block: int, at: int, before: int, after: int) -> tuple[int, int]:
        STORE_RELEASE(block, at + 1, LOAD_ACQUIRE(block, at))
        done = COMPARE_AND_SWAP(block, at, before, after)
        return int(done), LOAD_ACQUIRE(block, at)

    block, swapped = Block(8), compiled("UniTuple(int64, 2)(int64, int64, int64, int64)", swap)
    assert swapped(block.handle, 3, 0, 9) == (1, 9)
    assert swapped(block.handle, 3, 0, 5) == (0, 9)
    assert swapped(block.handle, 3, 9, LEAST) == (1, LEAST)
    assert block.read(0, 8) == [0, 0, 0, LEAST, 9, 0, 0, 0]


# CALLS


@pytest.fixture(scope="module")
def called() -> Iterator[Any]:
    """Return an intrinsic that calls a linked kernel: ten times the first number, plus the second."""

    def linked(result: int, exception: int, one: int, other: int) -> int:
        ctypes.c_int64.from_address(result).value = 10 * one + other
        return 0

    function = WRITER(linked)
    llvm.add_symbol(SYMBOL, ctypes.cast(function, ctypes.c_void_p).value)
    yield make_call(SYMBOL, ("one", "other"), types.int64(types.int64, types.int64))
    llvm.add_symbol(SYMBOL, 0)


def test_call_passes_numbers_literals_and_truth_values(called: Any) -> None:
    def outer(number: int) -> tuple[int, ...]:
        return called(number, 3), called(4, number), called(number > 2, number), called(1, 2)

    found = compiled("UniTuple(int64, 4)(int64)", outer)
    assert [found(2), found(-5)] == [(23, 42, 2, 12), (-47, 35, -5, 12)]


def test_call_with_a_float_or_too_few_arguments_is_refused(called: Any) -> None:
    with pytest.raises(Exception, match="intrinsic"):
        compiled("int64(int64)", lambda number: called(number / 2, 1))
    with pytest.raises(Exception, match="argument 2 is longer than argument 1"):
        compiled("int64(int64)", lambda number: called(number))
