"""Calls between compiled kernels, and the source code that the compiler refuses."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from common.kernels.kernel import kernel, lowest_bit, popcount, set_word, word_at, wrapping_mul
from common.kernels.linked_kernels import LinkedKernels
from tests.support.compiled import built
from tests.support.vector_kernels import KERNELS, combined

pytest.importorskip("numba")
from common.kernels.build.compiler import build


@kernel
def halved(number: int, up: int) -> int:
    return number + up >> 1


@kernel
def of_literals(number: int) -> int:
    return halved(7, 1) + halved(number, 0)


@kernel
def of_truth(number: int) -> int:
    return halved(number, number > 2) + halved(number > 1, 1)


@kernel
def of_half(number: int) -> int:
    return halved(number / 2, 0)  # type: ignore[arg-type]


@kernel
def summed(count: int, last: int) -> int:
    return last if count == 0 else count + summed(count - 1, last)


@kernel
def sums(count: int) -> int:
    return summed(3, 1) + summed(count, count > 2)


@kernel
def with_literal(count: int, last: int) -> int:
    return last if count == 0 else count + with_literal(count - 1, 0)


@kernel
def with_truth(count: int, last: int) -> int:
    return last if count == 0 else count + with_truth(count - 1, count > 2)


@kernel
def allocating(count: int) -> int:
    return len([count] * count)


@kernel
def even(count: int) -> bool:
    return count == 0 or odd(count - 1)


@kernel
def odd(count: int) -> bool:
    return count > 0 and even(count - 1)


@kernel
def on_word(word: int) -> Any:
    return popcount(word), lowest_bit(word), wrapping_mul(word, 0x1E3779B97F4A7C15)


@kernel
def exchanged(words: int, at: int, word: int) -> int:
    before = word_at(words, at)
    set_word(words, at, word)
    return before


def linked(*kernels: Callable[..., Any]) -> LinkedKernels:
    return LinkedKernels("calls", {function.__name__: function for function in kernels}, records={})


def test_literals_and_bools_are_passed_as_ints() -> None:
    program = linked(halved, of_literals, of_truth, summed, sums)
    fast = built(program)
    for number in range(-3, 8):
        for name in ("of_literals", "of_truth"):
            assert getattr(fast, name)(number) == getattr(program.plain, name)(number)
    assert [fast.sums(count) for count in range(6)] == [program.plain.sums(count) for count in range(6)]


@pytest.mark.parametrize("function", [with_literal, with_truth])
def test_compiler_refuses_recursion_with_other_types(function: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match="calls itself with a constant or a truth value"):
        build(linked(function))


def test_compiler_refuses_a_float_for_an_int_argument() -> None:
    with pytest.raises(Exception, match="halved"):
        build(linked(halved, of_half))


def test_compiler_refuses_a_kernel_that_allocates() -> None:
    """Reference counting is dropped from kernels, so they must not create counted objects."""
    with pytest.raises(ValueError, match="the module would need NRT_"):
        build(linked(allocating))


def test_compiler_refuses_mutual_recursion() -> None:
    with pytest.raises(ValueError, match="kernels call each other in turn: even, odd"):
        build(linked(even, odd))


def test_same_sources_give_the_same_bytes() -> None:
    assert build(linked(halved, of_truth)) == build(linked(halved, of_truth))


def test_instructions_agree_with_plain_python() -> None:
    program = LinkedKernels("words", {"on_word": on_word, "exchanged": exchanged}, records={})
    fast = built(program)
    chance = random.Random(2)
    for word in [1, 6, 1 << 40, (1 << 62) - 1, *(chance.randrange(1, 1 << 62) for _ in range(50))]:
        assert fast.on_word(word) == program.plain.on_word(word)
    for kernels in (fast, program.plain):
        block = kernels.block(8)
        assert [kernels.exchanged(block.handle, 3, word) for word in (7, -5, 9)] == [0, 7, -5]
        assert list(block.words) == [0, 0, 0, 9, 0, 0, 0, 0]


def test_vectors_agree_with_plain_python() -> None:
    chance, fast = random.Random(4), built(KERNELS)
    for _ in range(300):
        numbers = [chance.randrange(-(1 << 20), 1 << 20) for _ in range(16)]
        asked = chance.randrange(10), chance.randrange(64), chance.randrange(-99, 100), chance.randrange(32)
        assert combined(fast, numbers, asked) == combined(KERNELS.plain, numbers, asked)
