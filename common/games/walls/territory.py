"""Territory: the squares that each player reaches before the opponent. boards.py fills in BOARD."""

from __future__ import annotations

from typing import Any

from common.games.walls.board import MOVE_LIMIT, STALL
from common.games.walls.longest_path import one_move
from common.kernels.cells import bit
from common.kernels.kernel import Cells, kernel

BOARD = 0
OVERRIDABLE = ("BOARD",)


@kernel
def first_reached(own: Cells, other: Cells, me: int, you: int) -> Any:
    """Return the squares that the player to move reaches first, and those of the opponent.

    Each moves as if the other stood still. Both sets have the player's own square. Two numbers follow: for
    each player, its moves to the next square without its own brick, at most MOVE_LIMIT.
    """
    free, open_to_you = BOARD & ~other & ~bit(you >> 6), BOARD & ~own & ~bit(me >> 6)
    mine, theirs = bit(me >> 6), bit(you >> 6)
    facing, yours = me >> 4 & 3, you >> 4 & 3
    north, east, south, west = (
        mine * (facing == 0),
        mine * (facing == 1),
        mine * (facing == 2),
        mine * (facing == 3),
    )
    up, right, down, left = (
        theirs * (yours == 0),
        theirs * (yours == 1),
        theirs * (yours == 2),
        theirs * (yours == 3),
    )
    walking, following = me & 15 < STALL, you & 15 < STALL
    near = far = 0
    for _ in range(MOVE_LIMIT):
        near += mine & ~own == 0
        far += theirs & ~other == 0
        if walking:
            a, b, c, d = one_move(north, east, south, west, BOARD, free)
            walking = a != north or b != east or c != south or d != west
            north, east, south, west = a, b, c, d
            mine |= (a | b | c | d) & ~theirs
        if following:
            a, b, c, d = one_move(up, right, down, left, BOARD, open_to_you)
            following = a != up or b != right or c != down or d != left
            up, right, down, left = a, b, c, d
            theirs |= (a | b | c | d) & ~mine
        if not walking and not following:
            break
    return mine, theirs, near, far
