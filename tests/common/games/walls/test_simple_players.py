"""The simple players of Walls: their moves on small boards."""

from __future__ import annotations

import pytest

from common.games.walls.board import FORWARD, LEFT, RIGHT
from common.games.walls.simple_players import forward_first, nearest_brick, wall_follower
from walls import Position, read_position


def at(rows: str) -> Position:
    """Return a position with A to move and no idle moves."""
    return read_position("A", rows, (0, 0))


@pytest.mark.parametrize(
    ("rows", "move"),
    [
        (".   .   ./.   A>. ./.   .   B>.", FORWARD),
        (".   .   ./.   A>. b/.   .   B>.", LEFT),
        (".   .   ./.   A>. a/b   .   B>.", LEFT),
        (".   b   ./.   A>. a/b   .   B>.", RIGHT),
        (".   b   ./.   A>. a/b   a   B>.", FORWARD),
        (".   b   ./.   A>. b/b   a   B>.", LEFT),
    ],
)
def test_forward_first_takes_the_first_free_square(rows: str, move: str) -> None:
    """It looks ahead, left, right; without a free square it moves forward if possible, else turns left."""
    assert forward_first(at(rows)) == move


def test_wall_follower_turns_left_unless_it_has_just_turned() -> None:
    follow = wall_follower()
    position = at(".   .   ./.   A>. ./.   .   B>.")
    assert [follow(position) for _ in range(4)] == [LEFT, FORWARD, LEFT, FORWARD]
    shut_in = at(".   b   ./.   A>. b/b   b   B>.")
    assert wall_follower()(shut_in) == RIGHT


@pytest.mark.parametrize(
    ("rows", "move"),
    [
        ("A>. .   ./.   .   ./.   .   B>.", FORWARD),
        ("A<. b   ./.   .   ./.   .   B>.", LEFT),
        ("A^. .   ./b   .   ./.   .   B>.", RIGHT),
        ("A>a .   ./.   .   ./.   .   B>.", FORWARD),
        ("A>a b   ./b   .   ./.   .   B>.", FORWARD),
    ],
    ids=["at once", "by a left turn", "by a right turn", "in two moves", "never"],
)
def test_nearest_brick_takes_the_shortest_way_to_a_new_brick(rows: str, move: str) -> None:
    assert nearest_brick(at(rows)) == move
