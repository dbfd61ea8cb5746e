"""Two single steps as one decision: all distinct results of a side's two steps on squares (square_grid.py).

Such a move is first * 4096 + second, each a step as origin * 64 + target or 0 for none. Orders of steps that lead to one
position are listed once. A game fills in BOARD, `goes_on`, and WIDTH, the most double steps there can be.
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel, popcount
from common.rules.square_grid import NO_STEP, next_step
from common.search.move_order import PLIES

BOARD = WIDTH = 0
SEEN, MASK30 = 1 << 13, (1 << 30) - 1
FIELDS = {"stamp": 0, "seen": SEEN, "stamps": SEEN, "next": PLIES, "end": PLIES}
FILLED_IN = ("BOARD", "WIDTH", "goes_on")


@kernel
def goes_on(standing: int, movers: int) -> bool:
    """True if the side may take its second step after a first one; always, unless the game fills in another rule."""
    return True


@kernel
def next_double_step(memory: Any, standing: int, movers: int, step: int, ply: int) -> Any:
    """The double step after this one, NO_STEP before the first and after the last; the first lists those of a ply in memory."""
    if step == NO_STEP:
        memory.next[ply] = ply * WIDTH
        memory.end[ply] = list_double_steps(memory, standing, movers, ply * WIDTH)
    else:
        memory.next[ply] += 1
    return memory.moves[memory.next[ply]] if memory.next[ply] < memory.end[ply] else NO_STEP


@kernel
def next_single_step(standing: int, movers: int, number: int, step: int) -> Any:
    """Each of the two steps as a move of its own: the step after this one; a side that has no first step passes, by 0."""
    found = NO_STEP if step == 0 else next_step(movers, BOARD & ~(standing | movers), step)
    return 0 if found == NO_STEP and step == NO_STEP and number == 1 else found


@kernel
def list_double_steps(memory: Any, standing: int, movers: int, at: int) -> Any:
    """Write the double steps of `movers` with distinct results to memory.moves from `at` on; returns the end of the list.

    The pieces that are `standing` do not move. A side that cannot step passes: the move 0.
    """
    memory.stamp += 1
    first = next_step(movers, BOARD & ~(standing | movers), NO_STEP)
    if first == NO_STEP:
        memory.moves[at] = 0
        return at + 1
    while first != NO_STEP:
        once = moved(movers, first)
        if goes_on(standing, once):
            empty = BOARD & ~(standing | once)
            second = next_step(once, empty, NO_STEP)
            while second != NO_STEP:
                if is_new(memory, moved(once, second)):
                    memory.moves[at] = first << 12 | second
                    at += 1
                second = next_step(once, empty, second)
        elif is_new(memory, once):
            memory.moves[at] = first << 12
            at += 1
        first = next_step(movers, BOARD & ~(standing | movers), first)
    return at


@kernel
def is_new(memory: Any, squares: int) -> bool:
    """True if a set of squares is new in this list (memory.stamp), into which it then goes."""
    slot = ((squares ^ squares >> 27) & MASK30) * 0x5E3779B1 >> 17 & SEEN - 1
    while memory.stamps[slot] == memory.stamp:
        if memory.seen[slot] == squares:
            return False
        slot = slot + 1 & SEEN - 1
    memory.stamps[slot], memory.seen[slot] = memory.stamp, squares
    return True


@kernel
def moved(squares: int, step: int) -> int:
    """A set of squares after a step of one of its members; the step 0 changes nothing."""
    return squares ^ 1 << (step >> 6) ^ 1 << (step & 63)


# Double steps level by level. Squares weigh 0 to 4, in three sets: those whose weight has the bit 1, 2, 4.


@kernel
def list_weighing(memory: Any, standing: int, movers: int, ones: int, twos: int, fours: int, more: int, at: int) -> Any:
    """Write the double steps after which the movers' squares weigh so much `more`, as `list_double_steps` writes them all."""
    memory.stamp += 1
    heaviest = 4 if fours else 3 if ones & twos else 2 if twos else 1 if ones else 0
    if abs(more) > 2 * heaviest:
        return at
    first = next_step(movers, BOARD & ~(standing | movers), NO_STEP)
    if first == NO_STEP and more == 0:
        memory.moves[at] = 0
        return at + 1
    while first != NO_STEP:
        once = moved(movers, first)
        rest = more - weight(1 << (first & 63), ones, twos, fours) + weight(1 << (first >> 6), ones, twos, fours)
        if not goes_on(standing, once):
            if rest == 0 and is_new(memory, once):
                memory.moves[at] = first << 12
                at += 1
        elif abs(rest) <= heaviest:
            at = list_second(memory, first, once, BOARD & ~(standing | once), ones, twos, fours, rest, at)
        first = next_step(movers, BOARD & ~(standing | movers), first)
    return at


@kernel
def list_second(memory: Any, first: int, movers: int, empty: int, ones: int, twos: int, fours: int, more: int, at: int) -> Any:
    """Write the double steps that begin with `first`, and whose second step makes the movers' squares weigh so much more."""
    for origin in range(max(0, -more), min(4, 4 - more) + 1):
        sources, targets = movers & weighing(origin, ones, twos, fours), empty & weighing(origin + more, ones, twos, fours)
        if sources == 0 or targets == 0:
            continue
        second = next_step(sources, targets, NO_STEP)
        while second != NO_STEP:
            if is_new(memory, moved(movers, second)):
                memory.moves[at] = first << 12 | second
                at += 1
            second = next_step(sources, targets, second)
    return at


@kernel
def weight(squares: int, ones: int, twos: int, fours: int) -> Any:
    """What a set of squares weighs."""
    return popcount(squares & ones) + 2 * popcount(squares & twos) + 4 * popcount(squares & fours)


@kernel
def weighing(number: int, ones: int, twos: int, fours: int) -> int:
    """The squares that weigh so much."""
    return (ones if number & 1 else ~ones) & (twos if number & 2 else ~twos) & (fours if number & 4 else ~fours)
