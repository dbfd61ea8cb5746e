"""Kernels for boards of two words: stored path lengths and table keys, in plain Python."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from common.games.walls import longest_path, wide_boards, wide_cells
from common.games.walls.board import STALL, PlayerState
from common.games.walls.longest_path import NO_LIMIT, PATH_SLOTS, UNKNOWN, board_constants
from common.games.walls.moves import state_of
from common.games.walls.wide_boards import ENTRY_WORDS
from common.kernels import cells
from common.kernels.kernel import Kernels
from common.kernels.linked_kernels import LinkedKernels, link_plain
from tests.support.variants import variant
from walls import random_start, start


def wide(size: int, **replacements: int) -> Kernels:
    """Return the kernels of a size with sets of two words."""
    modules = map(vars, (cells, longest_path, wide_cells, wide_boards))
    return variant(LinkedKernels("", *modules, board_constants(size), records={}), **replacements).plain


KERNELS = wide(11)
FIELDS = longest_path.FIELDS | wide_boards.FIELDS


@pytest.fixture
def memory() -> Any:
    return KERNELS.memory(FIELDS)


def random_entry(chance: random.Random) -> tuple[int, int, int]:
    """Return bricks, unmarked squares (at least one) and a player, on 11x11."""
    bricks = chance.getrandbits(121)
    unmarked = (chance.getrandbits(121) | 1 << chance.randrange(121)) & ~bricks
    player = chance.randrange(121) << 6 | chance.randrange(4) << 4 | chance.randrange(STALL)
    return bricks, unmarked or 1 << 120 & ~bricks or 1, player


def test_stored_length_is_found_again(memory: Any) -> None:
    chance = random.Random(1)
    for _ in range(100):
        entry, length = random_entry(chance), chance.randrange(122)
        assert KERNELS.stored_path(memory, *entry) == UNKNOWN
        KERNELS.store_path(memory, *entry, length)
        assert KERNELS.stored_path(memory, *entry) == length


def test_length_belongs_to_one_entry_only(memory: Any) -> None:
    """All entries share a slot: no word of another entry may be mistaken."""
    kernels = wide(11, PATH_SLOTS=1)
    bricks, unmarked, player = 1 << 70 | 1, 1 << 90 | 2, 45 << 6 | 5
    kernels.store_path(memory, bricks, unmarked, player, 33)
    assert kernels.stored_path(memory, bricks, unmarked, player) == 33
    for other in (
        (bricks ^ 1 << 3, unmarked, player),
        (bricks ^ 1 << 80, unmarked, player),
        (bricks, unmarked ^ 1 << 3, player),
        (bricks, unmarked ^ 1 << 80, player),
        (bricks, unmarked, player + 1),
        (bricks, unmarked, player + 16),
        (bricks, unmarked, player + 64),
        (bricks, unmarked, player ^ 64 << 6),
    ):
        assert kernels.stored_path(memory, *other) == UNKNOWN
        kernels.store_path(memory, *other, 7)
        assert kernels.stored_path(memory, bricks, unmarked, player) == UNKNOWN
        kernels.store_path(memory, bricks, unmarked, player, 33)


def test_slots_lie_in_the_table_and_differ() -> None:
    chance = random.Random(2)
    slots = [KERNELS.wide_slot(*random_entry(chance)) for _ in range(400)]
    assert all(slot % ENTRY_WORDS == 0 and 0 <= slot < FIELDS["paths"] for slot in slots)
    assert FIELDS["paths"] == ENTRY_WORDS * PATH_SLOTS
    assert len(set(slots)) > 390
    bricks, unmarked, player = random_entry(chance)
    others = [(bricks ^ 1 << 100, unmarked, player), (bricks, unmarked ^ 1 << 100, player)]
    others.append((bricks, unmarked, player ^ 1 << 10))
    assert KERNELS.wide_slot(bricks, unmarked, player) not in [KERNELS.wide_slot(*other) for other in others]


def test_path_lengths_are_those_of_one_word_kernels() -> None:
    narrow, both = link_plain(vars(longest_path), board_constants(5)), wide(5)
    memories = narrow.memory(longest_path.FIELDS), both.memory(FIELDS)
    chance = random.Random(3)
    for _ in range(40):
        square = chance.randrange(25)
        area = sum(1 << at for at in range(25) if chance.random() < 0.4) | 1 << square
        bricks = area & chance.getrandbits(25) & chance.getrandbits(25)
        question = bricks, area, square << 6 | chance.randrange(4) << 4 | chance.randrange(STALL), NO_LIMIT
        assert both.path_length(memories[1], *question) == narrow.path_length(memories[0], *question)


def test_key_is_the_same_whoever_the_players_are() -> None:
    for number in range(20):
        own, other, me, you, side = state_of(random_start(11, number, 60))
        assert KERNELS.key((own, other, me, you, side), 1) == KERNELS.key((own, other, me, you, 1 - side), 9)


def test_key_identifies_every_position() -> None:
    """Neither who stands where, nor facing, nor idle moves, nor a brick below a player may be lost."""
    position = start(11)
    square, other_square = (player.square for player in position.players)
    seen = dict[tuple[int, int], tuple[int, ...]]()
    for facing, idle, theirs, swapped, mine, yours in product(
        range(4), (0, 1, STALL), (0, STALL), (False, True), (0, 1), (0, 1)
    ):
        here, there = (other_square, square) if swapped else (square, other_square)
        for your_facing in range(4):
            players = PlayerState(here, facing, idle), PlayerState(there, your_facing, theirs)
            bricks = mine << here | 1 << 120, yours << there | 1 << 60
            state = state_of(position._replace(players=players, bricks=bricks))
            key = KERNELS.key(state, 1)
            assert key not in seen, (state, seen.get(key))
            assert all(0 <= word < 1 << 128 for word in key)
            seen[key] = state
    assert len(seen) == 4 * 3 * 2 * 2 * 2 * 2 * 4


def test_key_depends_on_all_bricks() -> None:
    own, other, me, you, side = state_of(start(11))
    free = [at for at in range(121) if at not in (me >> 6, you >> 6)]
    keys = {KERNELS.key((own | 1 << at, other, me, you, side), 1) for at in free}
    keys |= {KERNELS.key((own, other | 1 << at, me, you, side), 1) for at in free}
    assert len(keys) == 2 * len(free)
