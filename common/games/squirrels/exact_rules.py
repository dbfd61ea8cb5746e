"""The rules of the squirrel war as kernels for exact_search.py.

A state is two sets of squares: those of the side to move, and those of the opponent. A move gains the
value of its square and twice the values of the enemies that it takes over. A filled square without a free
neighbour never changes again. So the value of a state depends on the free squares and on the owners
of the filled squares beside them: 25 bits each.
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel, lowest, popcount

COLUMNS = 5
SQUARES = COLUMNS * COLUMNS
BOARD = (1 << SQUARES) - 1
LEFTMOST = sum(1 << square for square in range(0, SQUARES, COLUMNS))
RIGHTMOST = LEFTMOST << COLUMNS - 1
GATHER = 1 << 8 | 1 << 3 | 1  # a factor that brings the four neighbours' bits side by side
NINE = 511  # squares are summed nine at a time
FEW = 4  # with this many free squares or fewer the value is computed without the table
OPEN = 1 << 40  # the value is not known without a search
INFINITE = 64_000  # above every value: twice what both sides may own together, for all of it may change sides


@kernel
def around(squares: int) -> int:
    """Return the neighbours of a set of squares."""
    beside = (squares & ~RIGHTMOST) << 1 | (squares & ~LEFTMOST) >> 1
    return (squares << COLUMNS | squares >> COLUMNS | beside) & BOARD


NEAR = tuple(around(1 << square) for square in range(SQUARES))


@kernel
def free_squares(state: Any) -> int:
    """Return the free squares."""
    return BOARD & ~(state[0] | state[1])


@kernel
def turned(state: Any, square: int) -> int:
    """Return the enemies that a move takes over: by Raid all its neighbours, by Sneak none."""
    return state[1] & NEAR[square] if state[0] & NEAR[square] else 0


@kernel
def pattern(squares: int, square: int) -> int:
    """Return a number below 16 that identifies a set of a square's neighbours."""
    return (squares << COLUMNS >> square) * GATHER >> 7 & 15


@kernel
def gain(memory: Any, state: Any, square: int) -> int:
    """Return by how much a move improves the difference of values."""
    return memory.gains[square << 4 | pattern(turned(state, square), square)]


@kernel
def play(state: Any, square: int) -> Any:
    """Return the state after a move, seen from the opponent."""
    taken = turned(state, square)
    return state[1] & ~taken, state[0] | taken | 1 << square


@kernel
def key(state: Any) -> int:
    """Return 50 bits: the free squares, and those of their neighbours that the side to move owns."""
    free = free_squares(state)
    return free | (state[0] & around(free)) << SQUARES


@kernel
def worth(memory: Any, squares: int) -> int:
    """Return the total value of a set of squares."""
    first = memory.sums[squares & NINE]
    second = memory.sums[NINE + 1 + (squares >> 9 & NINE)]
    return first + second + memory.sums[2 * NINE + 2 + (squares >> 18)]


@kernel
def settle(memory: Any, state: Any, alpha: int, beta: int) -> int:
    """Return the value if few squares are free, a bound if the rest cannot reach the window, else OPEN."""
    free = free_squares(state)
    many = popcount(free)
    if many <= FEW:
        if many == 4:
            return four(memory, state, free, alpha, beta)
        if many == 3:
            return three(memory, state, free, beta)
        if many == 2:
            return two(memory, state, lowest(free), lowest(free & free - 1))
        return gain(memory, state, lowest(free)) if many else 0
    rim = around(free)
    values = worth(memory, free)
    most = values + 2 * worth(memory, state[1] & rim)
    least = -values - 2 * worth(memory, state[0] & rim)
    if most <= alpha:
        return most
    return least if least >= beta else OPEN


@kernel
def two(memory: Any, state: Any, first: int, second: int) -> int:
    """Return the value with two free squares."""
    return max(
        gain(memory, state, first) - gain(memory, play(state, first), second),
        gain(memory, state, second) - gain(memory, play(state, second), first),
    )


@kernel
def three(memory: Any, state: Any, free: int, beta: int) -> int:
    """Return the value with three free squares, or a bound."""
    best = -INFINITE
    rest = free
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        left = free ^ 1 << square
        value = gain(memory, state, square) - two(
            memory,
            play(state, square),
            lowest(left),
            lowest(left & left - 1),
        )
        if value > best:
            best = value
            if best >= beta:
                break
    return best


@kernel
def four(memory: Any, state: Any, free: int, alpha: int, beta: int) -> int:
    """Return the value with four free squares, or a bound; try the largest gain first."""
    best = -INFINITE
    rest = free
    while rest:
        chosen = 0
        most = -1
        squares = rest
        while squares:
            square = lowest(squares)
            squares &= squares - 1
            if gain(memory, state, square) > most:
                chosen, most = square, gain(memory, state, square)
        rest ^= 1 << chosen
        value = most - three(memory, play(state, chosen), free ^ 1 << chosen, most - max(alpha, best))
        if value > best:
            best = value
            if best >= beta:
                break
    return best


@kernel
def move_score(memory: Any, state: Any, square: int) -> int:
    """Return a score for move ordering: gain less best reply, less half of the second best reply."""
    child = play(state, square)
    most = 0
    second = 0
    rest = free_squares(child)
    while rest:
        answer = gain(memory, child, lowest(rest))
        rest &= rest - 1
        if answer > most:
            second, most = most, answer
        elif answer > second:
            second = answer
    return 64 * (gain(memory, state, square) - most) - 32 * second
