"""Territory compared with breadth-first search by the readable rules."""

from __future__ import annotations

import random

import pytest

from common.games.walls import longest_path, territory
from common.games.walls.board import FORWARD, MOVE_LIMIT, MOVES, STALL, PlayerState
from common.games.walls.longest_path import board_constants
from common.games.walls.moves import state_of
from common.kernels.kernel import Kernels
from common.kernels.linked_kernels import link_plain
from walls import Position, read_position, start


def linked(size: int) -> Kernels:
    return link_plain(vars(longest_path), vars(territory), board_constants(size))


def moves_to_squares(position: Position, side: int) -> dict[int, int]:
    """Return the moves after which a player can stand on each square, if the other stands still."""
    if position.players[side].idle == STALL:
        return {position.players[side].square: 0}
    found: dict[int, int] = {}
    layer, seen = {position.players[side][:2]}, set[tuple[int, int]]()
    for number in range(MOVE_LIMIT + 1):
        seen |= layer
        for square, _ in layer:
            found.setdefault(square, number)
        after = set[tuple[int, int]]()
        for square, facing in layer:
            here = position.with_player(side, PlayerState(square, facing))
            after |= {(square, (facing + turn) % 4) for turn in (1, 3)}
            if (ahead := here.ahead(side)) is not None:
                after.add((ahead, facing))
        layer = after - seen
    return found


def expected(position: Position) -> tuple[int, int]:
    """Return the squares that the player to move reaches first, then those of the other.

    The player to move also gets those that both reach after equally many moves.
    """
    me, you = position.mover, 1 - position.mover
    mine, theirs = moves_to_squares(position, me), moves_to_squares(position, you)
    far = MOVE_LIMIT + 1
    own = sum(1 << at for at in mine if mine[at] <= theirs.get(at, far))
    return own, sum(1 << at for at in theirs if theirs[at] < mine.get(at, far))


def positions(seed: int, size: int, count: int) -> list[Position]:
    """Return positions of random games, over or not."""
    chance, found = random.Random(seed), list[Position]()
    while len(found) < count:
        position = start(size, chance.randrange(2))
        for _ in range(chance.randrange(30)):
            if not position.outcome():
                position = position.play(FORWARD if chance.random() < 0.5 else chance.choice(MOVES))
        found.append(position)
    return found


@pytest.mark.parametrize("size", [3, 5, 7])
def test_squares_belong_to_the_player_that_reaches_them_first(size: int) -> None:
    kernels = linked(size)
    for position in positions(size, size, 40):
        found = kernels.first_reached(*state_of(position)[:4])
        assert found[:2] == expected(position), position
        assert found[0] & found[1] == 0


def test_moves_to_the_next_new_square_are_counted() -> None:
    """A stands on its own brick with new squares ahead after a turn; B stands on a new one."""
    kernels = linked(3)
    for rows, near, far in (
        ("A>. .   ./.   .   ./.   .   B<.", 0, 0),
        ("A>a .   ./.   .   ./.   .   B<.", 1, 0),
        ("A<a b   ./.   .   ./.   .   B<b", 2, 1),
        ("A>a a   ./b   .   ./.   .   B>b", 2, 2),
    ):
        position = read_position("A", rows, (0, 0))
        assert kernels.first_reached(*state_of(position)[:4])[2:] == (near, far), rows


def test_stalled_player_keeps_its_square_only() -> None:
    kernels = linked(5)
    position = start(5)
    stalled = position.with_player(1, position.players[1]._replace(idle=STALL))
    mine, theirs, _, _ = kernels.first_reached(*state_of(stalled)[:4])
    assert theirs == 1 << stalled.players[1].square
    assert mine == (1 << 25) - 1 - theirs


def test_walled_in_player_reaches_nothing() -> None:
    position = read_position("A", "A>. b   ./b   b   ./.   .   B<.", (0, 0))
    mine, theirs, near, far = linked(3).first_reached(*state_of(position)[:4])
    assert (mine, mine & theirs, near, far) == (1, 0, 0, 0)


def test_player_to_move_gets_squares_that_both_reach_at_once() -> None:
    """At the start the players are mirror images, so the middle column is equally far from both."""
    for starter in (0, 1):
        mine, theirs, _, _ = linked(5).first_reached(*state_of(start(5, starter))[:4])
        middle = sum(1 << row * 5 + 2 for row in range(5))
        assert mine & middle == middle
        assert (mine.bit_count(), theirs.bit_count()) == (15, 10)
