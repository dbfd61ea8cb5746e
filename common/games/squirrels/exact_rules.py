"""The rules of the squirrel war as kernels for exact_search.py.

A state is two sets of squares: the side to move's and the opponent's. A move gains the value of its
square and twice the values of the pieces that it turns. A piece without a free neighbour never turns
again. So the value of a state depends only on the free squares and on the owners of their neighbours:
25 bits each.
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel, lowest_bit

COLUMNS = 5
SQUARES = COLUMNS * COLUMNS
BOARD = (1 << SQUARES) - 1
LEFTMOST = sum(1 << square for square in range(0, SQUARES, COLUMNS))
RIGHTMOST = LEFTMOST << COLUMNS - 1
GATHER_FACTOR = 1 << 8 | 1 << 3 | 1  # multiplying by it brings the four neighbours' bits together
NINE_MASK = 511  # mask of nine squares, whose values are summed by one look-up
OPEN = 1 << 40  # result of `bound_by_squares` if a search is needed
INFINITE = 64_000  # above every value: twice the largest sum of values, as all pieces may turn


@kernel
def around(squares: int) -> int:
    """Return the set of all neighbours of a set of squares."""
    beside = (squares & ~RIGHTMOST) << 1 | (squares & ~LEFTMOST) >> 1
    return (squares << COLUMNS | squares >> COLUMNS | beside) & BOARD


NEAR = tuple(around(1 << square) for square in range(SQUARES))


@kernel
def free_squares(state: Any) -> int:
    """Return the set of free squares."""
    return BOARD & ~(state[0] | state[1])


@kernel
def turned_pieces(state: Any, square: int) -> int:
    """Return the enemy pieces that a move turns: all adjacent ones by Raid, none by Sneak."""
    return state[1] & NEAR[square] if state[0] & NEAR[square] else 0


@kernel
def pattern(squares: int, square: int) -> int:
    """Compress the neighbours of a square that are in a set to 4 bits: a number below 16."""
    return (squares << COLUMNS >> square) * GATHER_FACTOR >> 7 & 15


@kernel
def gain(memory: Any, state: Any, square: int) -> int:
    """Return the increase of E(s) for the side to move by taking a square."""
    return memory.gains[square << 4 | pattern(turned_pieces(state, square), square)]


@kernel
def play(state: Any, square: int) -> Any:
    """Return the state after a move, from the opponent's point of view."""
    taken = turned_pieces(state, square)
    return state[1] & ~taken, state[0] | taken | 1 << square


@kernel
def key(state: Any) -> int:
    """Return a table key of 50 bits: the free squares, and their neighbours owned by the side to move."""
    free = free_squares(state)
    return free | (state[0] & around(free)) << SQUARES


@kernel
def total_value(memory: Any, squares: int) -> int:
    """Return the total value of a set of squares."""
    first = memory.sums[squares & NINE_MASK]
    second = memory.sums[NINE_MASK + 1 + (squares >> 9 & NINE_MASK)]
    return first + second + memory.sums[2 * NINE_MASK + 2 + (squares >> 18)]


@kernel
def bound_by_squares(memory: Any, state: Any, alpha: int, beta: int) -> int:
    """Return a bound outside the window (up to `alpha` or from `beta` on), or OPEN if there is none.

    It counts the free squares and the pieces that may still turn.
    """
    free = free_squares(state)
    rim = around(free)
    values = total_value(memory, free)
    most = values + 2 * total_value(memory, state[1] & rim)
    if most <= alpha:
        return most
    least = -values - 2 * total_value(memory, state[0] & rim)
    return least if least >= beta else OPEN


@kernel
def move_score(memory: Any, state: Any, square: int) -> int:
    """Return a move ordering score: gain - best reply - half of the second best reply."""
    child = play(state, square)
    most = 0
    second = 0
    rest = free_squares(child)
    while rest:
        answer = gain(memory, child, lowest_bit(rest))
        rest &= rest - 1
        if answer > most:
            second, most = most, answer
        elif answer > second:
            second = answer
    return gain(memory, state, square) - most - (second >> 1)
