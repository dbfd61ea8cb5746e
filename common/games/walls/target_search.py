"""Target search: proves that the player to move ends at least `target` bricks ahead, or does not.

States and moves are those of moves.py. Every step is sound:

- Bricks never disappear, so the squares that a player can reach bound the bricks that it can still lay.
- Players are separated if they can reach no common unmarked square, or if one is stalled. Then the
  longest paths decide.
- Squares that only one player can reach remain its own, whatever the other does.
- Fewer idle moves are never worse, as turning is always legal. So an answer holds for ranges of both
  idle counts.
- A board upside down has the same value.
- Table entries contain the whole position.
"""

from __future__ import annotations

from typing import Any

from common.games.walls import longest_path
from common.games.walls.board import STALL
from common.games.walls.longest_path import (
    FORGIVEN_STEPS,
    NO_LIMIT,
    UNKNOWN,
    path_length,
    quick_path_length,
    reach,
)
from common.games.walls.moves import play
from common.games.walls.proof_table import (
    CHOICES,
    NO,
    OPEN,
    STOPPED,
    YES,
    find_proof,
    store_proof,
)
from common.kernels.cells import bit
from common.kernels.kernel import LIMIT_FIELDS, Cells, is_over, kernel, popcount

BOARD = 0
AHEAD = (0,)
NOT_SEPARATED = 1 << 20
OVERRIDABLE = ("BOARD", "AHEAD")
FIELDS = longest_path.FIELDS | dict.fromkeys((*LIMIT_FIELDS, "best", "places", "proofs"), 0)
FIELDS |= {"decided": 2 * 64 * 4 * CHOICES}


@kernel
def prove(memory: Any, state: Any, target: int, ply: int) -> Any:
    """Prove that the player to move ends at least `target` bricks ahead, or that it does not.

    Return answer | mine << 2 | yours << 6; the answer is YES, NO, or STOPPED once memory.stop is set or
    memory.budget used up. YES also holds for every own idle count up to `mine` and for every idle count of
    the opponent from `yours` on. NO holds for own counts from `mine` on and the opponent's up to `yours`.
    At ply 0 memory.best becomes a move that proves YES, if one was found.
    """
    memory.nodes += 1
    if memory.nodes >= memory.check_at and is_over(memory):
        return STOPPED
    answer, mine, yours = settle(memory, state, target)
    if answer != OPEN:
        return answer | mine << 2 | yours << 6
    answer, mine, yours, known = find_proof(memory, state, target)
    if answer != OPEN:
        if ply == 0 and answer == YES:
            memory.best = known
        return answer | mine << 2 | yours << 6
    before, facing = memory.nodes, state[2] >> 4
    first, second, third = ordered_moves(memory, state, known, ply)
    answer, mine, yours, best = NO, 0, STALL, CHOICES
    for attempt in range(2):  # first look for a child in the table that decides, then search
        for number in range(CHOICES):
            move = first if number == 0 else second if number == 1 else third
            child = play(state, move)
            if attempt == 0:
                reply, theirs, ours, _ = find_proof(memory, child, 1 - target)
                if reply != NO:
                    continue
            else:
                found = prove(memory, child, 1 - target, ply + 1)
                reply, theirs, ours = found & 3, found >> 2 & 15, found >> 6
                if reply == STOPPED:
                    return STOPPED
            laid = child[1] != state[0]
            if reply == NO:
                answer, mine, yours, best = YES, STALL - 1 if laid else min(STALL - 1, ours - 1), theirs, move
                break
            mine, yours = max(mine, 0 if laid else ours - 1), min(yours, theirs)
        if answer == YES:
            break
    if best < CHOICES:
        memory.decided[((ply & 1) << 8 | facing) * CHOICES + best] += 1
    if ply == 0:
        memory.best = best
    store_proof(memory, state, target, answer, mine, yours, best, memory.nodes - before)
    return answer | mine << 2 | yours << 6


@kernel
def settle(memory: Any, state: Any, target: int) -> Any:
    """Return answer, `mine` and `yours` as in `prove`, without searching moves; OPEN if that fails."""
    own, other, me, you = state[0], state[1], state[2], state[3]
    here, there = bit(me >> 6), bit(you >> 6)
    to_me, to_you = reach(me >> 6, BOARD & ~other & ~there), reach(you >> 6, BOARD & ~own & ~here)
    left_to_me, left_to_you = to_me & ~own, to_you & ~other
    lead = popcount(own) - popcount(other)
    most, least = lead + popcount(left_to_me), lead - popcount(left_to_you)
    if most < target:
        return NO, 0, STALL
    if least >= target:
        return YES, STALL, 0
    idle, theirs = me & 15, you & 15
    if idle == STALL or theirs == STALL or left_to_me & left_to_you == 0:
        return settle_separated(memory, own, other, me, you, to_me | here, to_you | there, lead, target)
    only_theirs, only_mine = left_to_you & ~to_me, left_to_me & ~to_you
    if only_theirs:
        area, most_theirs = other | only_theirs | there, most - target
        if (
            popcount(only_theirs | there & ~other) > most_theirs
            and path_length(memory, other, area, you, NO_LIMIT) > most_theirs
        ):
            while (
                theirs < STALL
                and path_length(memory, other, area, you & ~15 | theirs + 1, NO_LIMIT) > most_theirs
            ):
                theirs += 1
            return NO, 0, theirs
    if only_mine:
        area, needed = own | only_mine | here, target - least
        if (
            popcount(only_mine | here & ~own) >= needed
            and path_length(memory, own, area, me, NO_LIMIT) >= needed
        ):
            while idle < STALL and path_length(memory, own, area, me & ~15 | idle + 1, NO_LIMIT) >= needed:
                idle += 1
            return YES, idle, 0
    return OPEN, 0, 0


@kernel
def gain_separated(memory: Any, own: Cells, other: Cells, me: int, you: int) -> int:
    """Return the further gain in lead of the player to move, if the players are separated.

    Return NOT_SEPARATED if they are not, or if a path length is not found within its limit.
    """
    here, there = bit(me >> 6), bit(you >> 6)
    mine, yours = reach(me >> 6, BOARD & ~other & ~there), reach(you >> 6, BOARD & ~own & ~here)
    if me & 15 < STALL and you & 15 < STALL and mine & ~own & yours & ~other:
        return NOT_SEPARATED
    memory.failed_steps = max(memory.failed_steps - FORGIVEN_STEPS, 0)
    gain = quick_path_length(memory, own, mine | here, me)
    if gain == UNKNOWN:
        return NOT_SEPARATED
    loss = quick_path_length(memory, other, yours | there, you)
    return NOT_SEPARATED if loss == UNKNOWN else gain - loss


@kernel
def settle_separated(
    memory: Any,
    own: Cells,
    other: Cells,
    me: int,
    you: int,
    mine: Cells,
    yours: Cells,
    lead: int,
    target: int,
) -> Any:
    """Return answer, `mine` and `yours` as in `prove` for separated players, who lay longest paths.

    The parameters `mine` and `yours` are the squares that each player may enter, with its own. The ranges
    are widened while the answer holds; a stalled player's idle count is not lowered.
    """
    idle, theirs = me & 15, you & 15
    gain, loss = (
        path_length(memory, own, mine, me, NO_LIMIT),
        path_length(memory, other, yours, you, NO_LIMIT),
    )
    if lead + gain - loss >= target:
        while idle < STALL:
            less = path_length(memory, own, mine, me & ~15 | idle + 1, NO_LIMIT)
            if lead + less - loss < target:
                break
            idle, gain = idle + 1, less
        while 0 < theirs < STALL:
            more = path_length(memory, other, yours, you & ~15 | theirs - 1, NO_LIMIT)
            if lead + gain - more < target:
                break
            theirs -= 1
        return YES, idle, theirs
    while theirs < STALL:
        less = path_length(memory, other, yours, you & ~15 | theirs + 1, NO_LIMIT)
        if lead + gain - less >= target:
            break
        theirs, loss = theirs + 1, less
    while 0 < idle < STALL:
        more = path_length(memory, own, mine, me & ~15 | idle - 1, NO_LIMIT)
        if lead + more - loss >= target:
            break
        idle -= 1
    return NO, idle, theirs


@kernel
def ordered_moves(memory: Any, state: Any, table_move: int, ply: int) -> Any:
    """Return the three moves: the table's move first, then by openness and by how often each decided.

    `table_move` is CHOICES if there is none.
    """
    own, other, me, you = state[0], state[1], state[2], state[3]
    square, facing = me >> 6, me >> 4 & 3
    free = BOARD & ~other & ~bit(you >> 6)
    at = ((ply & 1) << 8 | me >> 4) * CHOICES
    total = 1 + memory.decided[at] + memory.decided[at + 1] + memory.decided[at + 2]
    ahead = openness(own, free, square, facing)
    a = 64 * (2 * ahead + 6 if ahead else -5) + 256 * memory.decided[at] // total
    b = 64 * openness(own, free, square, facing + 3 & 3) + 256 * memory.decided[at + 1] // total
    c = 64 * openness(own, free, square, facing + 1 & 3) + 256 * memory.decided[at + 2] // total
    if table_move == 0:
        a += 1 << 20
    elif table_move == 1:
        b += 1 << 20
    elif table_move == 2:
        c += 1 << 20
    if a >= b and a >= c:
        return (0, 1, 2) if b >= c else (0, 2, 1)
    if b >= c:
        return (1, 0, 2) if a >= c else (1, 2, 0)
    return (2, 0, 1) if a >= b else (2, 1, 0)


@kernel
def openness(own: Cells, free: Cells, square: int, facing: int) -> int:
    """Rate the square in a direction: 0 blocked, 2 own brick, else 4 plus its unmarked neighbours."""
    ahead = AHEAD[square * 4 + facing]
    if ahead < 0 or not free >> ahead & 1:
        return 0
    if own >> ahead & 1:
        return 2
    beside = 0
    for side in range(4):
        next_one = AHEAD[ahead * 4 + side]
        beside += next_one >= 0 and (free & ~own) >> next_one & 1
    return 4 + beside
