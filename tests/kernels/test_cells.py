"""Sets of cells as two machine words: every operation gives the same result as in plain Python."""

from __future__ import annotations

import random
from typing import Any

import pytest

from common.games.walls import wide_cells
from common.kernels import cells
from common.kernels.cells import bit, fold, high_word, low_word, set_from_words
from common.kernels.kernel import Cells, Kernels, kernel, lowest_bit, popcount
from common.kernels.linked_kernels import LinkedKernels
from tests.support.compiled import built

WHOLE = (1 << 121) - 1
OVERRIDABLE = ("bit", "low_word", "high_word", "set_from_words", "fold")
FIELDS = {"words": 4}


@kernel
def combined(one: Cells, other: Cells) -> Any:
    return one | other, one & other, one ^ other, WHOLE & ~one


@kernel
def in_place(one: Cells, other: Cells) -> Any:
    both, common, different = one, one, one
    both |= other
    common &= other
    different ^= other
    return both, common, different


@kernel
def moved(one: Cells, by: int) -> Any:
    up, down = one, one
    up <<= by
    down >>= by
    return one << by & WHOLE, one >> by, up & WHOLE, down


@kernel
def without_lowest(one: Cells) -> Any:
    return one & one - 1


@kernel
def kept_if(one: Cells, number: int) -> Any:
    return one * (number > 0)


@kernel
def counted(one: Cells) -> Any:
    count, first = 0, -1
    while one:
        if first < 0:
            first = lowest_bit(one)
        one &= one - 1
        count += 1
    return popcount(one), count, first


@kernel
def compared(one: Cells, other: Cells) -> Any:
    return (one == other) + 2 * (one != other) + 4 * (one == 0) + 8 * (not other) + 16 * (other == WHOLE)


@kernel
def marked(one: Cells, cell: int) -> int:
    return 1 if one >> cell & 1 else 0


@kernel
def words(one: Cells) -> Any:
    return low_word(one), high_word(one), fold(one)


@kernel
def again(one: Cells) -> Cells:
    return set_from_words(low_word(one), high_word(one))


@kernel
def single(cell: int) -> Cells:
    return bit(cell)


@kernel
def exchanged(memory: Any, state: Any, number: int) -> Any:
    own, other, me = state
    memory.words[0], memory.words[1] = low_word(own), high_word(own)
    return other, own | set_from_words(memory.words[0], memory.words[1]), me + number


@kernel
def chosen(one: Cells, number: int) -> Cells:
    if number < 0:
        return 0
    return one if number else 5


def linked(*wide: dict[str, Any]) -> LinkedKernels:
    return LinkedKernels("cells", vars(cells), globals(), *wide, records={"memory": FIELDS}, state_size=3)


@pytest.fixture(scope="module")
def both() -> tuple[Kernels, Kernels]:
    program = linked(vars(wide_cells))
    return program.plain, built(program)


def some_sets(count: int = 60) -> list[int]:
    chance = random.Random(5)
    found = [0, 1, WHOLE, 1 << 63, 1 << 64, 1 << 120, (1 << 64) - 1]
    return found + [chance.getrandbits(121) & chance.getrandbits(121) for _ in range(count)]


def test_binary_set_operations_agree_with_ints(both: tuple[Kernels, Kernels]) -> None:
    chance = random.Random(7)
    for one in some_sets():
        for other in (one, *chance.sample(some_sets(), 2)):
            for name in ("combined", "in_place", "compared"):
                plain, fast = (getattr(kernels, name)(one, other) for kernels in both)
                assert plain == fast, (name, one, other)


@pytest.mark.parametrize("name", ["without_lowest", "counted", "words", "again"])
def test_unary_set_operations_agree_with_ints(both: tuple[Kernels, Kernels], name: str) -> None:
    for one in some_sets():
        plain, fast = (getattr(kernels, name)(one) for kernels in both)
        assert plain == fast, (name, one)


@pytest.mark.parametrize("name", ["moved", "marked", "kept_if", "chosen"])
def test_operations_on_a_set_and_a_number_agree_with_ints(both: tuple[Kernels, Kernels], name: str) -> None:
    for one in some_sets():
        for number in (0, 1, 11, 63, 64, 65, 120):
            plain, fast = (getattr(kernels, name)(one, number) for kernels in both)
            assert plain == fast, (name, one, number)


def test_bit_is_the_set_of_one_cell(both: tuple[Kernels, Kernels]) -> None:
    for cell in range(121):
        assert [kernels.single(cell) for kernels in both] == [1 << cell] * 2


def test_state_may_mix_sets_and_numbers(both: tuple[Kernels, Kernels]) -> None:
    for kernels in both:
        memory = kernels.memory(FIELDS)
        assert kernels.exchanged(memory, (1 << 100 | 1, 1 << 64, -3), 5) == (1 << 64, 1 << 100 | 1, 2)


def test_fold_depends_on_both_words(both: tuple[Kernels, Kernels]) -> None:
    plain, _ = both
    assert len({plain.words(1 << cell)[2] for cell in range(121)}) == 121


def test_plain_set_of_one_word_may_have_any_length() -> None:
    plain, whole = linked().plain, (1 << 625) - 1
    assert plain.again(whole) == whole
    assert plain.single(624) == 1 << 624
