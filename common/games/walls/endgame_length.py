"""How soon a game of two walkers ends where neither can disturb the other: few moves for who wins, many for who loses.

Each marks as many squares as it can (longest_path.py); of the ways to do that the winner takes the shortest, the loser the
longest, and both the shortest in a draw. A game fills in SIZE, BOARD, LEFT_COLUMN, RIGHT_COLUMN, AHEAD and STALL.
"""

from __future__ import annotations

from typing import Any

from common.games.walls.longest_path import FEW_STEPS, longest_trail, reach, ready_to_mark, standing
from common.games.walls.target_search import NOT_ALONE, gain_alone
from common.kernels.cells import bit
from common.kernels.kernel import Cells, kernel, lowest, popcount

SIZE = BOARD = LEFT_COLUMN = RIGHT_COLUMN = STALL = 0
AHEAD = (0,)
STEPS = 100  # that may be taken to see whether a departure leaves the longest trail
FIELDS = {"departures": 0}
FILLED_IN = ("SIZE", "BOARD", "LEFT_COLUMN", "RIGHT_COLUMN", "AHEAD", "STALL")


@kernel
def one_wait(north: Cells, east: Cells, south: Cells, west: Cells, marks: Cells, area: Cells) -> Any:
    """Where a walker can be after exactly one more move without a mark: turned, gone ahead from a mark, or held up."""
    return (
        east | west | (north & marks) >> SIZE & area | north & ~(area << SIZE),
        north | south | (east & marks & ~RIGHT_COLUMN) << 1 & area | east & ~((area & ~LEFT_COLUMN) >> 1),
        east | west | (south & marks) << SIZE & area | south & ~(area >> SIZE),
        north | south | (west & marks & ~LEFT_COLUMN) >> 1 & area | west & ~((area & ~RIGHT_COLUMN) << 1),
    )


@kernel
def departures_after(marks: Cells, area: Cells, walker: int, waits: int) -> Any:
    """The unmarked squares, a set by facing, that the walker can mark by the move after so many without a mark."""
    north, east, south, west = standing(walker)
    for _ in range(waits):
        north, east, south, west = one_wait(north, east, south, west, marks, area)
    return ready_to_mark(north, east, south, west, marks, area)


@kernel
def least_cost(memory: Any, marks: Cells, area: Cells, walker: int, left: int, slow: bool, bound: int) -> Any:
    """The least cost of marking `left` squares, the most there can be, if that is found below `bound`; else `bound`.

    It is counted in moves, for a slow walker in idle moves that it does without. No more is tried than memory.departures.
    """
    if left == 0:
        return 0
    spare = STALL - 1 - (walker & 15)
    for number in range(spare + 1):
        cost = number if slow else number + left
        if cost >= bound:
            break
        north, east, south, west = departures_after(marks, area, walker, spare - number if slow else number)
        for facing in range(4):
            leaving = north if facing == 0 else east if facing == 1 else south if facing == 2 else west
            while leaving:
                square = lowest(leaving)
                leaving &= leaving - 1
                memory.departures -= 1
                if memory.departures < 0:
                    return bound
                marked, after = marks | bit(square), AHEAD[square * 4 + facing] << 6 | facing << 4
                if longest_trail(memory, marked, area, after, STEPS) == left - 1:
                    here = number if slow else number + 1
                    bound = min(bound, here + least_cost(memory, marked, area, after, left - 1, slow, bound - here))
    return bound


@kernel
def moves_alone(memory: Any, own: Cells, other: Cells, me: int, you: int, slow: bool, tries: int) -> Any:
    """How many squares a walker that nobody disturbs still marks, and the least number of moves to the last; the most if slow."""
    area = reach(me >> 6, BOARD & ~other & ~bit(you >> 6)) | bit(me >> 6)
    left = longest_trail(memory, own, area, me, FEW_STEPS)
    most = STALL * left - (me & 15) * (left > 0)
    memory.departures = tries
    cost = least_cost(memory, own, area, me, left, slow, most - left + 1 if slow else most + 1)
    return left, most - min(cost, most - left) if slow else min(cost, most)


@kernel
def end_alone(memory: Any, state: Any, tries: int) -> Any:
    """By how much the walker to move ends ahead, and after how many plies; NOT_ALONE and 0 where one can disturb the other.

    Each walker takes the best way found among so many departures.
    """
    own, other, me, you = state[0], state[1], state[2], state[3]
    gain = gain_alone(memory, own, other, me, you)
    if gain == NOT_ALONE:
        return NOT_ALONE, 0
    lead = popcount(own) - popcount(other) + gain
    mine, moves = moves_alone(memory, own, other, me, you, lead < 0, tries)
    yours, replies = moves_alone(memory, other, own, you, me, lead > 0, tries)
    stalled = moves + STALL if mine else STALL - (me & 15)
    you_stalled = replies + STALL if yours else STALL - (you & 15)
    if mine + yours < popcount(BOARD & ~(own | other)):
        return lead, stalled + you_stalled
    last = moves + min(moves - 1, you_stalled) if mine else 0  # the board is full with the last mark
    return lead, max(last, replies + min(replies, stalled) if yours else 0)
