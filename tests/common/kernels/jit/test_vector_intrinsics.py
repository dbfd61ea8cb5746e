"""Vectors of four numbers in machine code: results as in plain Python, SIMD for a browser."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("numba")
from common.kernels.jit.compiler import lower_kernels
from common.kernels.jit.object_code import WASM32, WASM32_SIMD, Target, target_machine
from common.kernels.jit.vector_intrinsics import NUMBER, REGISTER
from tests.support.vector_kernels import KERNELS, combined


def test_machine_code_of_vectors_equals_plain_python() -> None:
    chance, fast = random.Random(4), KERNELS.fast
    assert fast.compiled
    for _ in range(300):
        numbers = [chance.randrange(-(1 << 20), 1 << 20) for _ in range(16)]
        asked = chance.randrange(10), chance.randrange(64), chance.randrange(-99, 100), chance.randrange(32)
        assert combined(fast, numbers, asked) == combined(KERNELS.plain, numbers, asked)


@pytest.mark.parametrize(("target", "uses_simd"), [(WASM32, False), (WASM32_SIMD, True)])
def test_webassembly_uses_simd_only_if_its_target_has_it(target: Target, uses_simd: bool) -> None:
    machine = target_machine(target)
    text = machine.emit_assembly(lower_kernels(KERNELS, machine)[1])
    assert ("i32x4.max_s" in text) == uses_simd


def test_vector_is_one_register_of_128_bits() -> None:
    assert REGISTER.count * NUMBER.width == 128
