"""The kernels and constants of each board size, and the game linked from them."""

from __future__ import annotations

import random

import pytest

from common.games.walls import wide_cells
from common.games.walls.board import MOVES
from common.games.walls.engine import LARGEST_ONE_WORD, LARGEST_PROVABLE, LARGEST_TWO_WORDS, SEARCH, is_wide
from common.games.walls.longest_path import board_constants
from common.games.walls.moves import state_of
from common.kernels import cells
from common.kernels.kernel import fits_word
from walls import GAME, SIZES, Position, random_start, start


def names(size: int) -> dict[str, object]:
    """Return the names of a size; later sources win."""
    return {name: value for source in SEARCH.sources(size) for name, value in source.items()}


@pytest.mark.parametrize("size", SIZES)
def test_wide_boards_are_those_beyond_one_word(size: int) -> None:
    assert is_wide(size) == (LARGEST_ONE_WORD < size <= LARGEST_TWO_WORDS) == (size in (9, 11))
    assert ("SET_WORDS" in names(size) and names(size)["SET_WORDS"] == wide_cells.SET_WORDS) == is_wide(size)


@pytest.mark.parametrize("size", SIZES)
def test_constants_are_those_of_the_size(size: int) -> None:
    found = names(size)
    assert {name: found[name] for name in board_constants(size)} == board_constants(size)
    assert found["WIDTH"] == len(MOVES)
    assert found["COMPILES"] == (size in (5, 7, 9, 11))


@pytest.mark.parametrize("size", SIZES)
def test_proofs_are_linked_where_positions_fit_an_entry(size: int) -> None:
    """An entry's first word holds both players' bricks, its second the players in 20 bits."""
    provable = "prove" in names(size) and "store_proof" in names(size)
    assert provable == (size <= LARGEST_PROVABLE)
    largest = ((size**2 - 1) << 2 | 3) << 10 | (size**2 - 1) << 2 | 3
    assert provable == (fits_word((1 << 2 * size**2) - 1) and largest < 1 << 20)


@pytest.mark.parametrize("size", [3, 5, 7])
def test_table_keys_of_small_boards_fit_62_bits(size: int) -> None:
    full = (1 << size * size) - 1
    player = (size * size - 1) << 6 | 63
    words = GAME.search.compiled(size).plain.key((full, full, player, player, 0), 1)
    assert all(0 <= word < 1 << 62 for word in words)


def test_every_size_has_the_memory_that_path_searches_need() -> None:
    for size in (3, 7, 9, 25):
        assert {"paths", "levels", "departures", "failed_steps"} <= GAME.search.compiled(size).fields.keys()


@pytest.mark.parametrize("size", [3, 5, 7, 9, 11, 25])
def test_linked_kernels_play_by_the_rules(size: int) -> None:
    kernels, chance = GAME.search.compiled(size).plain, random.Random(size)
    position: Position = start(size)
    for _ in range(60):
        number = chance.randrange(len(MOVES))
        after = position.play(MOVES[number])
        assert kernels.play(state_of(position), number) == state_of(after)
        position = random_start(size, chance.randrange(99)) if after.outcome() else after


@pytest.mark.parametrize("size", [7, 9])
def test_bit_is_that_of_the_width(size: int) -> None:
    assert wide_cells.bit is not cells.bit
    own = GAME.search.compiled(size).names["bit"]
    assert own is (wide_cells.bit if is_wide(size) else cells.bit)
