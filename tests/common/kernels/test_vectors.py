"""Vectors of four numbers: plain Python and machine code give equal results."""

from __future__ import annotations

import random
from typing import Any

import pytest

from common.kernels import vectors
from common.kernels.kernel import can_compile, kernel
from common.kernels.linked_kernels import LinkedKernels
from common.kernels.vectors import (
    add_vectors,
    and_vectors,
    bits_vector,
    load_vector,
    max_vectors,
    number_at,
    scale_vector,
    set_number,
    shift_vector,
    store_vector,
    subtract_vectors,
)

FIELDS = {"numbers": 16, "found": 16}


@kernel
def combine(memory: Any, at: int, bits: int, factor: int, count: int) -> None:
    """Apply each operation once, to vectors that overlap and lie across words."""
    one, other = load_vector(memory.numbers, at), load_vector(memory.numbers, at + 1)
    both = subtract_vectors(max_vectors(one, other), bits_vector(bits, -3))
    scaled = shift_vector(scale_vector(add_vectors(one, both), factor), count)
    store_vector(memory.found, at, and_vectors(scaled, bits_vector(bits, -1)))
    set_number(memory.found, 15, number_at(memory.found, at + 2) - 1)


@kernel
def put(memory: Any, place: int, number: int) -> None:
    """Write a number for a test."""
    set_number(memory.numbers, place, number)


@kernel
def get(memory: Any, place: int) -> int:
    """Read a result for a test."""
    return number_at(memory.found, place)


KERNELS = LinkedKernels("combine", vars(vectors), globals(), records={"memory": FIELDS})


def combined(kernels: Any, numbers: list[int], asked: tuple[int, int, int, int]) -> list[int]:
    memory = kernels.memory(FIELDS)
    for place, number in enumerate(numbers):
        kernels.put(memory, place, number)
    kernels.combine(memory, *asked)
    return [int(kernels.get(memory, place)) for place in range(16)]


def test_operations_on_four_numbers_equal_those_on_each() -> None:
    numbers = [5, -7, 100, 3, 9, *[0] * 11]
    # max: 5, 100, 100, 9; minus -3 in lanes 0, 2, 3; plus the numbers; times 3; shifted by 1; lane 1 cleared
    wanted = [(8 + 5) * 3 >> 1, 0, (103 + 100) * 3 >> 1, (12 + 3) * 3 >> 1]
    found = combined(KERNELS.plain, numbers, (0, 0b1101, 3, 1))
    assert found == [*wanted, *[0] * 11, wanted[2] - 1]


@pytest.mark.skipif(not can_compile(), reason="needs Numba")
def test_machine_code_of_vectors_equals_plain_python() -> None:
    chance, fast = random.Random(4), KERNELS.fast
    assert fast.compiled
    for _ in range(300):
        numbers = [chance.randrange(-(1 << 20), 1 << 20) for _ in range(16)]
        asked = chance.randrange(10), chance.randrange(64), chance.randrange(-99, 100), chance.randrange(32)
        assert combined(fast, numbers, asked) == combined(KERNELS.plain, numbers, asked)
