"""The simple players compared with breadth-first search and with the definition of two-distances."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from common.games.circle_the_cat.distances import CAP, DISTANCES, FAR
from common.games.circle_the_cat.hexagons import BOARD
from common.games.circle_the_cat.simple_players import first_cell, last_cell, nearest, path, widest
from common.rules.bits import cells_of
from common.search.limit import Level
from game import Position, read_start
from tests.support.game_cases import random_position

PLAIN = DISTANCES.plain
ANY_LEVEL = Level()


def positions(seed: int, count: int, turn: str) -> Iterator[Position]:
    """Yield random positions that are not over."""
    chance = random.Random(seed)
    for _ in range(count):
        position = random_position(chance)
        if not position.outcome():
            yield position._replace(turn=turn)


def steps_to_exit(position: Position, least: int = 1) -> dict[int, int]:
    """Return k of each free cell: 0 for an exit, else one more than `least` neighbours have at most."""
    distance = dict.fromkeys(cells_of(position.exits & position.free), 0)
    new = set(distance)
    for k in range(1, BOARD.size):
        beside = {near for cell in new for near in BOARD.steps(cell, position.free)} - distance.keys()
        new = {
            cell
            for cell in beside
            if sum(near in distance for near in BOARD.steps(cell, position.free)) >= least
        }
        if not new:
            break
        distance |= dict.fromkeys(new, k)
    return distance


def test_path_is_a_shortest_way_to_an_exit() -> None:
    reached = set[bool]()
    for position in positions(1, 80, "cat"):
        found, distance = path(position, PLAIN), steps_to_exit(position)
        cells = [position.cat, *found]
        assert all(after in BOARD.steps(before, position.free) for before, after in pairwise(cells))
        shortest = min(distance.get(near, FAR) for near in BOARD.steps(position.cat, position.free))
        is_open = shortest < FAR
        assert bool(position.exits >> found[-1] & 1) == is_open
        assert len(found) == (shortest + 1 if is_open else 1)
        reached.add(is_open)
    assert reached == {False, True}


def test_path_prefers_the_first_direction_of_equals() -> None:
    position = read_start("[5, 5]", "[]", "[(3, 4), (3, 6), (7, 5)]")
    assert [divmod(cell, 11) for cell in path(position, PLAIN)] == [(4, 5), (3, 4)]


def test_catchers_block_the_ends_of_the_path() -> None:
    for position in positions(2, 30, "catcher"):
        assert first_cell(position, ANY_LEVEL, PLAIN) == path(position, PLAIN)[0]
        assert last_cell(position, ANY_LEVEL, PLAIN) == path(position, PLAIN)[-1]
    position = read_start("[5, 5]", "[(5, 6)]", "[(5, 8)]")
    assert divmod(first_cell(position, ANY_LEVEL, PLAIN), 11) in [(4, 6), (6, 6)]
    assert divmod(last_cell(position, ANY_LEVEL, PLAIN), 11) == (5, 8)


@pytest.mark.parametrize("player", [first_cell, nearest])
def test_cat_steps_onto_an_exit_beside_it(player: object) -> None:
    position = read_start("[5, 5]", "[]", "[(6, 5), (0, 0)]")._replace(turn="cat")
    assert player(position, ANY_LEVEL, PLAIN) == 6 * 11 + 5  # type: ignore[operator]


def test_nearest_steps_to_the_least_two_distance_then_distance() -> None:
    differs = 0
    for position in positions(3, 60, "cat"):
        twice, once = steps_to_exit(position, 2), steps_to_exit(position)
        rank = {step: (twice.get(step, FAR), once.get(step, FAR)) for step in position.moves()}
        found = nearest(position, ANY_LEVEL, PLAIN)
        assert found == min(position.moves(), key=rank.__getitem__), position
        differs += found != first_cell(position, ANY_LEVEL, PLAIN)
    assert differs


def test_widest_blocks_where_the_two_distances_become_largest() -> None:
    for position in positions(4, 4, "catcher"):
        values = dict[int, tuple[int, int, int]]()
        for block in position.moves():
            after = position.play(block)
            twice = steps_to_exit(after, 2)
            ways = sorted(min(twice.get(step, CAP), CAP) for step in after.moves())
            first, second = [*ways, FAR, FAR][:2]
            values[block] = first, second, sum(ways)
        found = widest(position, ANY_LEVEL, PLAIN)
        assert values[found] == max(values.values())
        assert found == max(values, key=values.__getitem__)
