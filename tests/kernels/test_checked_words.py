"""Kernels with checked operations, and the product that wraps around at 64 bits."""

from __future__ import annotations

import random

import pytest

from common.kernels.kernel import kernel, wrapping_mul
from common.kernels.linked_kernels import LinkedKernels
from tests.support.machine_words import MAX_WORD, MIN_WORD, CheckedKernels, NotAMachineWord


@kernel
def product(one: int, other: int) -> int:
    return one * other


@kernel
def total(one: int, other: int) -> int:
    return one + other


@kernel
def grown(one: int, other: int) -> int:
    one += other
    return one


@kernel
def difference(one: int, other: int) -> int:
    return one - other


@kernel
def negative(one: int, other: int) -> int:
    return -one if other else one


@kernel
def shifted(one: int, other: int) -> int:
    return one << other


@kernel
def shifted_back(one: int, other: int) -> int:
    return one >> other


@kernel
def masked(one: int, other: int) -> int:
    return one * other & 1023


@kernel
def wrapped(one: int, other: int) -> int:
    return wrapping_mul(one, other) & 1023


TOYS = CheckedKernels(
    LinkedKernels(
        "toys",
        {
            toy.__name__: toy
            for toy in (product, total, grown, difference, negative, shifted, shifted_back, masked, wrapped)
        },
        records={},
    )
)


@pytest.mark.parametrize(
    ("name", "one", "fits", "too_much"),
    [
        ("product", 1 << 31, (1 << 32) - 1, 1 << 32),
        ("product", 1 << 31, -1 << 32, (-1 << 32) - 1),
        ("total", 1 << 62, (1 << 62) - 1, 1 << 62),
        ("grown", 1 << 62, (1 << 62) - 1, 1 << 62),
        ("difference", -1 << 62, 1 << 62, (1 << 62) + 1),
        ("negative", MIN_WORD, 0, 1),
        ("shifted", 1, 62, 63),
        ("shifted", 0, 63, 64),
        ("shifted", 0, 0, -1),
        ("shifted_back", MAX_WORD, 63, 64),
        ("masked", 1 << 31, (1 << 32) - 1, 1 << 32),
    ],
)
def test_checked_kernel_raises_on_overflow(name: str, one: int, fits: int, too_much: int) -> None:
    toy = getattr(TOYS.kernels, name)
    assert MIN_WORD <= toy(one, fits) <= MAX_WORD
    with pytest.raises(NotAMachineWord):
        toy(one, too_much)


def test_wrapping_product_agrees_with_machine_words() -> None:
    assert TOYS.kernels.wrapped(1 << 62, 1 << 62) == 0
    assert (wrapping_mul(1 << 62, 2), wrapping_mul(1 << 62, 6), wrapping_mul(-1, MIN_WORD)) == (
        MIN_WORD,
        MIN_WORD,
        MIN_WORD,
    )
    chance = random.Random(0)
    for _ in range(1000):
        one, other = (
            chance.randint(MIN_WORD, MAX_WORD),
            chance.randint(MIN_WORD, MAX_WORD) >> chance.randrange(64),
        )
        found = wrapping_mul(one, other)
        assert MIN_WORD <= found <= MAX_WORD
        assert (found - one * other) % (1 << 64) == 0
        if MIN_WORD <= one * other <= MAX_WORD:
            assert found == one * other
