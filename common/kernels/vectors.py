"""Vectors of four 32-bit numbers (SIMD), for kernels that do the same to many neighbouring numbers.

A record's field of numbers is read and written by these functions alone. Plain Python stores one number an
entry, machine code two a word, so that a field of n entries has room for n numbers. All numbers and results
must fit 32 bits with a sign. Vectors stay inside a kernel: no kernel takes or returns one.
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel

LANES = 4  # numbers in a vector
Vector = Any  # a tuple in plain Python, one vector register in machine code


@kernel
def number_at(numbers: Any, at: int) -> int:
    """Read number `at` of a field."""
    return int(numbers[at])


@kernel
def set_number(numbers: Any, at: int, number: int) -> None:
    """Write number `at` of a field."""
    numbers[at] = number


@kernel
def load_vector(numbers: Any, at: int) -> Vector:
    """Read the vector of the numbers `at` to `at` + 3 of a field."""
    return numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]


@kernel
def store_vector(numbers: Any, at: int, vector: Vector) -> None:
    """Write a vector to the numbers `at` to `at` + 3 of a field."""
    numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3] = vector


@kernel
def bits_vector(bits: int, number: int) -> Vector:
    """Return a vector with `number` in the lanes of the four lowest bits that are set, else 0."""
    return (bits & 1) * number, (bits >> 1 & 1) * number, (bits >> 2 & 1) * number, (bits >> 3 & 1) * number


@kernel
def add_vectors(one: Vector, other: Vector) -> Vector:
    """Add two vectors."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


@kernel
def subtract_vectors(one: Vector, other: Vector) -> Vector:
    """Subtract a vector."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2], one[3] - other[3]


@kernel
def max_vectors(one: Vector, other: Vector) -> Vector:
    """Return the greater number in each lane."""
    return max(one[0], other[0]), max(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


@kernel
def and_vectors(one: Vector, other: Vector) -> Vector:
    """Combine the bits of two vectors by AND."""
    return one[0] & other[0], one[1] & other[1], one[2] & other[2], one[3] & other[3]


@kernel
def scale_vector(vector: Vector, factor: int) -> Vector:
    """Multiply each number by `factor`."""
    return vector[0] * factor, vector[1] * factor, vector[2] * factor, vector[3] * factor


@kernel
def shift_vector(vector: Vector, count: int) -> Vector:
    """Shift each number right by `count` bits, 0 to 31."""
    return vector[0] >> count, vector[1] >> count, vector[2] >> count, vector[3] >> count


VECTOR_INTRINSICS = (
    number_at,
    set_number,
    load_vector,
    store_vector,
    bits_vector,
    add_vectors,
    subtract_vectors,
    max_vectors,
    and_vectors,
    scale_vector,
    shift_vector,
)
