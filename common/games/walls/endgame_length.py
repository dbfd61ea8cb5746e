"""The length of an endgame with separated players: neither can disturb the other.

Each lays as many bricks as it can (longest_path.py). The winner minimises its moves, the loser maximises
them, and in a draw both minimise. boards.py fills in the constants of OVERRIDABLE.
"""

from __future__ import annotations

from typing import Any

from common.games.walls.board import STALL
from common.games.walls.longest_path import FEW_STEPS, facing_sets, path_length, reach, ready_to_lay
from common.games.walls.target_search import NOT_SEPARATED, gain_separated
from common.kernels.cells import bit
from common.kernels.kernel import Cells, kernel, lowest_bit, popcount

SIZE = 0
BOARD = 0
LEFT_COLUMN = 0
RIGHT_COLUMN = 0
AHEAD = (0,)
DEPARTURE_LIMIT = 100  # limit of departures tried, to test if one departure keeps the longest path
FIELDS = {"departures": 0}
OVERRIDABLE = ("SIZE", "BOARD", "LEFT_COLUMN", "RIGHT_COLUMN", "AHEAD")


@kernel
def one_idle_move(north: Cells, east: Cells, south: Cells, west: Cells, bricks: Cells, area: Cells) -> Any:
    """Return the squares of a player after exactly one idle move, a set for each facing.

    An idle move is a turn, a step from an own brick, or a try that fails. `bricks` are the player's own,
    `area` holds the squares that it may enter.
    """
    return (
        east | west | (north & bricks) >> SIZE & area | north & ~(area << SIZE),
        north | south | (east & bricks & ~RIGHT_COLUMN) << 1 & area | east & ~((area & ~LEFT_COLUMN) >> 1),
        east | west | (south & bricks) << SIZE & area | south & ~(area >> SIZE),
        north | south | (west & bricks & ~LEFT_COLUMN) >> 1 & area | west & ~((area & ~RIGHT_COLUMN) << 1),
    )


@kernel
def departures_after(bricks: Cells, area: Cells, player: int, waits: int) -> Any:
    """Return the squares where a player can lay a brick after `waits` idle moves, a set for each facing.

    Whether it stalls before is not checked.
    """
    north, east, south, west = facing_sets(player)
    for _ in range(waits):
        north, east, south, west = one_idle_move(north, east, south, west, bricks, area)
    return ready_to_lay(north, east, south, west, bricks, area)


@kernel
def least_cost(
    memory: Any, bricks: Cells, area: Cells, player: int, remaining: int, slowest: bool, bound: int
) -> Any:
    """Return the least cost of laying `remaining` bricks, or `bound` if no lower cost is found.

    That is the largest possible number of bricks. The cost is the number of moves, or for a `slowest`
    player the number of possible idle moves it does not make. memory.departures limits the departures tried.
    """
    if remaining == 0:
        return 0
    spare = STALL - 1 - (player & 15)
    for number in range(spare + 1):
        cost = number if slowest else number + remaining
        if cost >= bound:
            break
        north, east, south, west = departures_after(
            bricks, area, player, spare - number if slowest else number
        )
        for facing in range(4):
            leaving = north if facing == 0 else east if facing == 1 else south if facing == 2 else west
            while leaving:
                square = lowest_bit(leaving)
                leaving &= leaving - 1
                memory.departures -= 1
                if memory.departures < 0:
                    return bound
                laid, after = bricks | bit(square), AHEAD[square * 4 + facing] << 6 | facing << 4
                if path_length(memory, laid, area, after, DEPARTURE_LIMIT) == remaining - 1:
                    here = number if slowest else number + 1
                    bound = min(
                        bound,
                        here + least_cost(memory, laid, area, after, remaining - 1, slowest, bound - here),
                    )
    return bound


@kernel
def moves_separated(
    memory: Any, own: Cells, other: Cells, me: int, you: int, slowest: bool, tries: int
) -> Any:
    """Return the bricks that an undisturbed player still lays, and its fewest (`slowest`: most) moves.

    `own` and `me` are its bricks and word, `other` and `you` the opponent's. Moves end with the last brick.
    After `tries` departures the best number found counts.
    """
    area = reach(me >> 6, BOARD & ~other & ~bit(you >> 6)) | bit(me >> 6)
    left = path_length(memory, own, area, me, FEW_STEPS)
    most = STALL * left - (me & 15) * (left > 0)
    memory.departures = tries
    cost = least_cost(memory, own, area, me, left, slowest, most - left + 1 if slowest else most + 1)
    return left, most - min(cost, most - left) if slowest else min(cost, most)


@kernel
def end_separated(memory: Any, state: Any, tries: int) -> Any:
    """Return the final lead of the player to move and the plies to the end of the game.

    Return NOT_SEPARATED and 0 if the players can disturb each other. Each player takes the best way found
    within `tries` departures.
    """
    own, other, me, you = state[0], state[1], state[2], state[3]
    gain = gain_separated(memory, own, other, me, you)
    if gain == NOT_SEPARATED:
        return NOT_SEPARATED, 0
    lead = popcount(own) - popcount(other) + gain
    mine, moves = moves_separated(memory, own, other, me, you, lead < 0, tries)
    yours, replies = moves_separated(memory, other, own, you, me, lead > 0, tries)
    stalled = moves + STALL if mine else STALL - (me & 15)
    you_stalled = replies + STALL if yours else STALL - (you & 15)
    if mine + yours < popcount(BOARD & ~(own | other)):
        return lead, stalled + you_stalled
    last = moves + min(moves - 1, you_stalled) if mine else 0  # the board is full with the last brick
    return lead, max(last, replies + min(replies, stalled) if yours else 0)
