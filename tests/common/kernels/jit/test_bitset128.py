"""Sets of two words in compiled kernels: their Numba type, their operators, their constants."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("numba")
from numba import njit, typeof, types

from common.kernels.jit import intrinsics
from common.kernels.jit.bitset128 import Constant, TwoWords, WideConstant, is_set, operand_type, two_words
from common.kernels.kernel import high_half, join_halves, low_half

# As kernels see them: Numba passes the context that their definitions take.
JOIN_HALVES: Any = intrinsics.JOIN_HALVES
LOW_HALF: Any = intrinsics.LOW_HALF
HIGH_HALF: Any = intrinsics.HIGH_HALF

ALL = (1 << 128) - 1
WIDE = Constant(1 << 100 | 5)
Halves = tuple[int, int]


def halves(cells: int) -> Halves:
    return low_half(cells), high_half(cells)


def njit_type(value: object) -> Any:
    """Return the Numba type of a value."""
    return typeof(value)  # type: ignore[no-untyped-call]


def some_sets() -> list[int]:
    chance = random.Random(3)
    found = [0, 1, ALL, 1 << 63, 1 << 64, 1 << 127, (1 << 64) - 1, ALL ^ 1]
    return found + [chance.getrandbits(128) for _ in range(12)]


class Context:
    """A typing context that knows one conversion, from 32 to 64 bits."""

    def can_convert(self, given: Any, wanted: Any) -> str:
        assert (given, wanted) == (types.int32, types.int64)
        return "widening"


@pytest.fixture(scope="module")
def on_two_sets() -> Callable[[int, int, int, int], tuple[Any, ...]]:
    """Return a function that gives the halves of all results of operators on two sets, and its truths."""

    def found(low: int, high: int, other_low: int, other_high: int) -> Any:
        one, other = JOIN_HALVES(low, high), JOIN_HALVES(other_low, other_high)
        either, both, different, less = one, one, one, one
        either |= other
        both &= other
        different ^= other
        less -= other
        kept = one * (low > 0)
        return (
            (LOW_HALF(one | other), HIGH_HALF(one | other), LOW_HALF(either), HIGH_HALF(either)),
            (LOW_HALF(one & other), HIGH_HALF(one & other), LOW_HALF(both), HIGH_HALF(both)),
            (LOW_HALF(one ^ other), HIGH_HALF(one ^ other), LOW_HALF(different), HIGH_HALF(different)),
            (LOW_HALF(one - other), HIGH_HALF(one - other), LOW_HALF(less), HIGH_HALF(less)),
            (LOW_HALF(~one), HIGH_HALF(~one), LOW_HALF(kept), HIGH_HALF(kept)),
            (one == other, one != other, bool(one), not one),
        )

    compiled: Callable[..., tuple[Any, ...]] = njit(found)
    return compiled


def test_operators_on_two_sets_agree_with_ints(on_two_sets: Callable[..., tuple[Any, ...]]) -> None:
    for one in some_sets():
        for other in some_sets():
            results = one | other, one & other, one ^ other, one - other & ALL
            kept = one if low_half(one) > 0 else 0
            expected = [halves(result) * 2 for result in results]
            expected.append((*halves(~one & ALL), *halves(kept)))
            truths = (one == other, one != other, bool(one), not one)
            assert on_two_sets(*halves(one), *halves(other)) == (*expected, truths), (one, other)


def test_operators_on_a_set_and_a_number_agree_with_ints() -> None:
    def found(low: int, high: int, by: int, number: int) -> Any:
        one = JOIN_HALVES(low, high)
        up, down = one, one
        up <<= by
        down >>= by
        return (
            (LOW_HALF(one << by), HIGH_HALF(one << by), LOW_HALF(up), HIGH_HALF(up)),
            (LOW_HALF(one >> by), HIGH_HALF(one >> by), LOW_HALF(down), HIGH_HALF(down)),
            (LOW_HALF(one & by), HIGH_HALF(one - 1), LOW_HALF(one | -1), HIGH_HALF(one | -1)),
            (HIGH_HALF(one & number), HIGH_HALF(one | number), one == number, number == one),
        )

    compiled = njit(found)
    for one in [*some_sets(), 11, ALL ^ 4]:
        for by, number in ((0, 0), (1, -5), (11, 11), (63, -1), (64, 7), (65, -(1 << 63)), (127, 1)):
            up, down = halves(one << by & ALL) * 2, halves(one >> by) * 2
            mixed = (low_half(one & by), high_half(one - 1 & ALL), -1, -1)
            equal = one == number & ALL
            wide = (high_half(one & number), high_half((one | number) & ALL), equal, equal)
            assert compiled(*halves(one), by, number) == (up, down, mixed, wide), (one, by, number)


def test_constant_of_two_words_is_a_set() -> None:
    @njit
    def found(low: int, high: int, first: bool) -> Any:
        chosen = WIDE if first else JOIN_HALVES(low, high)
        added = JOIN_HALVES(low, high) | WIDE
        return LOW_HALF(chosen), HIGH_HALF(chosen), LOW_HALF(added), HIGH_HALF(added)

    number = 1 << 100 | 5
    for one in some_sets():
        assert found(*halves(one), True) == (*halves(number), *halves(one | number))
        assert found(*halves(one), False) == (*halves(one), *halves(one | number))


def test_ints_and_constants_convert_to_sets_but_not_back() -> None:
    assert njit_type(WIDE) == WideConstant(1 << 100 | 5) != WideConstant(5)
    assert isinstance(two_words, TwoWords) and TwoWords() == two_words
    context = Context()
    for kind in (types.int64, types.IntegerLiteral(7), WideConstant(1 << 100)):
        assert two_words.can_convert_from(context, kind) == "widening"
    assert two_words.can_convert_from(context, types.float64) is None
    assert WideConstant(5).unify(context, types.int64) == two_words
    assert WideConstant(5).unify(context, WideConstant(6)) == two_words
    assert WideConstant(5).unify(context, types.float64) is None


def test_operand_is_a_set_or_a_number() -> None:
    for kind in (two_words, WideConstant(9)):
        assert is_set(kind) and operand_type(kind) == two_words
    for number in (types.int64, types.boolean, types.IntegerLiteral(3)):
        assert not is_set(number) and operand_type(number) == types.int64


def test_float_is_no_operand_of_a_set() -> None:
    @njit
    def found(low: int) -> Any:
        return LOW_HALF(operator.or_(JOIN_HALVES(low, low), 1.5))

    with pytest.raises(Exception, match="two_words"):
        found(1)


def test_plain_halves_are_the_inverse_of_joining() -> None:
    assert all(join_halves(*halves(cells)) == cells for cells in some_sets())
