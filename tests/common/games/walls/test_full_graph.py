"""Full graph search of 3x3 Walls against brute force on the rules."""

from __future__ import annotations

import random
from functools import cache

from common.games.walls.moves import state_of
from tests.support.compiled import built
from tests.support.walls_graph import FIELDS, graph
from tests.support.walls_values import Values
from walls import Position, start


@cache
def lead(position: Position) -> int:
    """Return the final lead of the side to move, by brute force."""
    if position.outcome():
        mine, theirs = (bricks.bit_count() for bricks in position.bricks)
        return mine - theirs if position.mover == 0 else theirs - mine
    children = map(position.play, position.moves())
    return max(lead(child) if child.mover == position.mover else -lead(child) for child in children)


def late_position(chance: random.Random) -> Position:
    """Return a random position of 3x3 with few idle moves left, not over."""
    while True:
        position = start(3, chance.randrange(2))
        for _ in range(chance.randrange(18, 40)):
            if not position.outcome():
                position = position.play(chance.choice(position.moves()))
        if not position.outcome() and sum(player.idle for player in position.players) >= 16:
            return position


def test_values_of_late_positions_match_brute_force(exact_value: Values) -> None:
    chance = random.Random(4)
    positions = [late_position(chance) for _ in range(5)]
    assert [exact_value(position) for position in positions] == [lead(position) for position in positions]
    assert len({lead(position) for position in positions}) >= 2


def test_each_position_is_searched_once() -> None:
    kernels = built(graph())
    memory = kernels.memory(FIELDS)
    state = state_of(late_position(random.Random(4)))
    value = kernels.value_of(memory, state)
    count = int(memory.count)
    assert count > 1 and kernels.value_of(memory, state) == value and int(memory.count) == count
