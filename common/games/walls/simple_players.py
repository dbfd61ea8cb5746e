"""Simple players for comparison, without search trees. A free square is unmarked and can be entered."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from common.games.walls.board import FORWARD, LEFT, RIGHT, STALL
from common.play.players import Kind, plain

if TYPE_CHECKING:
    from walls import Position


def is_free(position: Position, turns: int) -> bool:
    """Return True if the square ahead of the player to move, after some right turns, is free."""
    square = position.ahead(position.mover, turns)
    return square is not None and not position.bricks[position.mover] >> square & 1


def first_free(position: Position, fallback: str) -> str:
    """Move towards a free square ahead, left or right; else forward if possible, else the fallback."""
    for move, turns in ((FORWARD, 0), (LEFT, 3), (RIGHT, 1)):
        if is_free(position, turns):
            return move
    return FORWARD if position.ahead(position.mover) is not None else fallback


def forward_first(position: Position) -> str:
    """Move towards a free square ahead, left or right; else forward if possible, else turn left."""
    return first_free(position, LEFT)


def wall_follower() -> Callable[[Position], str]:
    """Return a player that turns to a free square on its left, unless its last move was a turn.

    Otherwise it moves like `first_free`, with turn-right as the fallback. The player remembers its last move,
    so each game needs a new one.
    """
    last = FORWARD

    def move(position: Position) -> str:
        nonlocal last
        last = LEFT if last == FORWARD and is_free(position, 3) else first_free(position, RIGHT)
        return last

    return move


def nearest_brick(position: Position) -> str:
    """Return the first move of a shortest way to lay a brick; try-forward if there is none.

    Breadth-first search in which the opponent stands still; the first of equally short ways counts.
    """
    opponent = 1 - position.mover
    alone = position.with_player(opponent, position.players[opponent]._replace(idle=STALL))
    queue = deque((move, alone.play(move)) for move in alone.moves())
    seen = set[object]()
    while queue:
        first, after = queue.popleft()
        if after.bricks != position.bricks:
            return first
        if after not in seen and not after.outcome():
            seen.add(after)
            queue.extend((first, after.play(move)) for move in after.moves())
    return FORWARD


SIMPLE_PLAYERS = {
    "forward-first": plain(forward_first),
    "wall-follower": Kind(lambda settings: wall_follower()),
    "nearest-brick": plain(nearest_brick),
}
