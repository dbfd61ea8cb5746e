"""Distances and block ratings compared with their definitions, plain and compiled."""

from __future__ import annotations

import random

import pytest

from common.games.circle_the_cat.best_first import best_first
from common.games.circle_the_cat.containment import HELD, Enclosure
from common.games.circle_the_cat.distances import CAP, DISTANCES, FAR, Measures
from common.games.circle_the_cat.hexagons import BOARD
from common.kernels.kernel import Kernels
from common.rules.bits import cells_of
from common.rules.position import Outcome
from tests.support.cat_starts import set_start
from tests.support.compiled import machine_code
from tests.support.game_cases import random_position


def by_definition(exits: int, free: int, least: int) -> list[int]:
    """Compute distances: 0 for an exit, else the smallest k with at least `least` neighbours below k."""
    distance = dict.fromkeys(cells_of(exits & free), 0)
    for k in range(1, BOARD.size):
        for cell in [cell for cell in cells_of(free) if cell not in distance]:
            if sum(distance.get(near, FAR) < k for near in BOARD.steps(cell, free)) >= least:
                distance[cell] = k
    return [distance.get(cell, FAR) for cell in range(BOARD.size)]


@pytest.mark.parametrize("least", [1, 2])
def test_distances_match_their_definition(least: int) -> None:
    chance = random.Random(least)
    for _ in range(60):
        position = random_position(chance)
        found = Measures(DISTANCES.plain, position.exits).distances(position.free, least)
        assert found[: BOARD.size] == by_definition(position.exits, position.free, least)


def test_widening_encodes_the_shortest_ways_after_the_block() -> None:
    chance = random.Random(7)
    for _ in range(20):
        position = random_position(chance)
        for widening, cell in Measures(DISTANCES.plain, position.exits).widenings(
            position.cat, position.free
        ):
            free = position.free & ~(1 << cell)
            distance = by_definition(position.exits, free, 2) if chance.random() < 0.05 else None
            if distance:
                ways = sorted(min(distance[near], CAP) for near in BOARD.steps(position.cat, free))
                first, second = [*ways, FAR, FAR][:2]
                assert widening == (first * 1000 + second) * 1000 + sum(ways)


def test_only_crucial_blocks_lengthen_the_shortest_way() -> None:
    chance = random.Random(9)
    for _ in range(60):
        position = random_position(chance, 25)
        measures = Measures(DISTANCES.plain, position.exits)
        crucial = {cell for _, cell in measures.promises(position.cat, position.free)}
        ways = measures.distances(position.free, 2)
        shortest = min((ways[near] for near in BOARD.steps(position.cat, position.free)), default=FAR)
        lengthening = {
            cell
            for value, cell in measures.widenings(position.cat, position.free)
            if value // 1_000_000 > shortest
        }
        assert lengthening <= crucial or not crucial


@pytest.fixture(scope="module")
def compiled() -> Kernels:
    return machine_code(DISTANCES)


def test_machine_code_agrees_with_plain_python(compiled: Kernels) -> None:
    chance = random.Random(11)
    for _ in range(300):
        position = random_position(chance, 60)
        plain, fast = Measures(DISTANCES.plain, position.exits), Measures(compiled, position.exits)
        free = position.free
        assert plain.distances(free, 2) == fast.distances(free, 2)
        assert plain.promises(position.cat, free) == fast.promises(position.cat, free)
        assert chance.random() < 0.9 or plain.widenings(position.cat, free) == fast.widenings(
            position.cat, free
        )


def fewest_blocks(cat: int, free: int) -> int:
    """Return, by brute force, how many blocks the catcher (to move) needs to catch an enclosed cat."""
    near = BOARD.steps(cat, free)
    if not near:
        return 0
    return 1 + min(
        max((fewest_blocks(step, free & ~(1 << cell)) for step in near if step != cell), default=0)
        for cell in cells_of(free & ~(1 << cat))
    )


def random_room(chance: random.Random, size: int) -> tuple[int, int]:
    """Return the cat's cell and a connected room of free cells around it; all other cells are blocked."""
    cat = chance.randrange(BOARD.size)
    room = 1 << cat
    while room.bit_count() < size:
        room |= 1 << chance.choice(list(cells_of(BOARD.neighbours_of(room) & ~room)))
    return cat, room


def test_enclosed_cat_is_caught_as_soon_as_by_brute_force() -> None:
    chance = random.Random(13)
    for _ in range(60):
        cat, room = random_room(chance, chance.randint(2, 6))
        end = Enclosure(DISTANCES.plain, 0).fastest_end(cat, room, most=6, budget=100_000)
        assert end and end[0] == fewest_blocks(cat, room)
        after = room & ~(1 << end[1])
        assert max((fewest_blocks(step, after) for step in BOARD.steps(cat, after)), default=0) == end[0] - 1


@pytest.mark.parametrize("cat", ["random", "best-first"])
def test_cat_of_set_e_never_gets_a_way_out(cat: str) -> None:
    """These starts are lost for the cat, and stay lost: two blocks at most, and no way out is left."""
    for number in range(3):
        position = set_start("E", number)
        chance = random.Random(number)
        while not position.outcome():
            if position.turn == "catcher":
                position = position.play(best_first(position))
            else:
                position = position.play(
                    chance.choice(position.moves()) if cat == "random" else best_first(position)
                )
                promises = Measures(DISTANCES.plain, position.exits).promises(position.cat, position.free)
                assert max((promise for promise, _ in promises), default=HELD) >= HELD
        assert position.outcome() == Outcome("catcher", "Cat did not move and got caught")
