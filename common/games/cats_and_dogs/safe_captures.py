"""Safe steps, which bring no three of a side into line (square_lines.py): how many lead onto each square, now and after one more.

Such numbers, 0 to 4, are the weights of double_moves.py. A game fills in BOARD.
"""

from __future__ import annotations

from typing import Any

from common.games.cats_and_dogs.double_moves import list_weighing, weight
from common.games.cats_and_dogs.square_lines import double_lines
from common.kernels.kernel import kernel, lowest, popcount
from common.rules.square_grid import around
from common.search.move_order import PLIES
from common.search.shared_table import NEVER

BOARD = 0
FILLED_IN = ("BOARD",)
MOST_STEPS = 20  # of five movers, from four sides
MOST_WORK = 80  # quarters of a doubling
AFTER = 8  # words kept of a step: the three sets of weights after it, the movers, the lines that hold two
STEPS = 4 * 64 * AFTER  # from four sides onto every square
FIELDS = {"onto": 4 * PLIES, "after": STEPS * PLIES}


@kernel
def safe_ways(movers: int) -> Any:
    """How many safe steps lead onto each square, as weights."""
    one, other, three, four = safe_onto(movers, 0), safe_onto(movers, 1), safe_onto(movers, 2), safe_onto(movers, 3)
    pair, cross = one ^ other, three ^ four
    twice, again, both = one & other, three & four, pair & cross
    return pair ^ cross, twice ^ again ^ both, twice & again


@kernel
def safe_onto(movers: int, side: int) -> Any:
    """The squares that a safe step leads onto from one side: the left, the right, above, below."""
    sideways, upright = safe_targets(movers, BOARD & ~movers)
    if side < 2:
        return (movers << 1 if side == 0 else movers >> 1) & sideways
    return (movers << 8 if side == 2 else movers >> 8) & upright


@kernel
def came_from(square: int, side: int) -> Any:
    """The square on one side of a square."""
    return square >> 1 if side == 0 else square << 1 if side == 1 else square >> 8 if side == 2 else square << 8


@kernel
def safe_steps(movers: int, targets: int) -> Any:
    """How many safe steps lead onto targets."""
    ones, twos, fours = safe_ways(movers)
    return weight(targets, ones, twos, fours)


@kernel
def list_fewest(memory: Any, movers: int, targets: int, most: int, at: int) -> Any:
    """Write `most` double steps of the targets or more, if there are any, those that leave fewest safe steps onto them."""
    ones, twos, fours = safe_ways(movers)
    first, now, level = at, weight(targets, ones, twos, fours), 0
    while at - first < most and level <= MOST_STEPS:
        at = list_weighing(memory, movers, targets, ones, twos, fours, level - now, at)
        level += 1
    return at


@kernel
def safe_targets(movers: int, targets: int) -> Any:
    """The targets that are safe to step onto from the side, none in a column that holds two, and from above or below."""
    rows, columns = double_lines(movers)
    return targets & ~columns, targets & ~rows


@kernel
def lines_of_two(movers: int) -> Any:
    """How many rows and columns hold two; none may hold three."""
    rows, columns = double_lines(movers)
    return (popcount(rows) + popcount(columns)) // 7


@kernel
def keep_steps(memory: Any, movers: int, ply: int) -> None:
    """Keep what is true after each safe step, whoever stands on the other squares."""
    for side in range(4):
        targets = safe_onto(movers, side)
        memory.onto[ply * 4 + side] = targets
        while targets:
            square = targets & -targets
            after, at = movers ^ square ^ came_from(square, side), kept_at(square, side, ply)
            memory.after[at], memory.after[at + 1], memory.after[at + 2] = safe_ways(after)
            memory.after[at + 3], memory.after[at + 4] = after, lines_of_two(after)
            targets ^= square


@kernel
def kept_at(square: int, side: int, ply: int) -> Any:
    """Where memory.after keeps what is true after a step from one side onto a square."""
    return ply * STEPS + (side * 64 + lowest(square)) * AFTER


@kernel
def work_after(memory: Any, targets: int, ply: int) -> Any:
    """The work that is left after each safe step onto a target, together; NEVER if one leaves no target beside a mover."""
    total = 0
    for side in range(4):
        stepped = targets & memory.onto[ply * 4 + side]
        while stepped:
            square = stepped & -stepped
            at, rest = kept_at(square, side, ply), targets ^ square
            ones, twos, fours = memory.after[at], memory.after[at + 1], memory.after[at + 2]
            steps = weight(rest, ones, twos, fours)
            if steps == 0 and rest & around(memory.after[at + 3]) == 0:
                return NEVER
            havens = BOARD & ~(rest | memory.after[at + 3] | ones | twos | fours)
            stuck = weight(rest & ~around(havens), ones, twos, fours)
            total += work(steps, stuck, memory.after[at + 4])
            stepped ^= square
    return total


@kernel
def work(steps: int, stuck: int, lines: int) -> Any:
    """What it takes to leave no safe step onto a target.

    Each more takes 2.4 times as much, a fifth more if its target has no square beside it to be safe on; each line that
    holds two takes a sixth less.
    """
    quarters = min(max(5 * steps + stuck - lines, 0), MOST_WORK)
    return (4 + (quarters & 3)) << (quarters >> 2)
