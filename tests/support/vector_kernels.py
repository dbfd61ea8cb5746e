"""A kernel that uses each operation on vectors, for tests."""

from __future__ import annotations

from typing import Any

from common.kernels import vectors
from common.kernels.kernel import kernel
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
