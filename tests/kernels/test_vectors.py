"""Vectors of four numbers in plain Python; machine code is compared in jit/test_vector_intrinsics.py."""

from __future__ import annotations

from common.kernels.vectors import VECTOR_INTRINSICS
from tests.support.vector_kernels import KERNELS, combined


def test_operations_on_four_numbers_equal_those_on_each() -> None:
    numbers = [5, -7, 100, 3, 9, *[0] * 11]
    # max: 5, 100, 100, 9; minus -3 in lanes 0, 2, 3; plus the numbers; times 3; shifted by 1; lane 1 cleared
    wanted = [(8 + 5) * 3 >> 1, 0, (103 + 100) * 3 >> 1, (12 + 3) * 3 >> 1]
    found = combined(KERNELS.plain, numbers, (0, 0b1101, 3, 1))
    assert found == [*wanted, *[0] * 11, wanted[2] - 1]


def test_every_operation_is_linked() -> None:
    assert {function.__name__ for function in VECTOR_INTRINSICS} <= set(KERNELS.names)
