"""Placing on a small board for exact_search.py: a piece placed beside an own one turns all enemies beside it into own ones.

A state is two sets of squares, the mover's and the other's. What a move gains is the value of its
square and twice the values of what it turns; a filled square without a free neighbour never changes
again, so a value depends on the free squares and on who owns the filled ones beside them: 25 bits each.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations
from typing import Any

from common.games.squirrels import exact_search
from common.games.squirrels.exact_search import INFINITE, OPEN
from common.games.squirrels.value_solver import ValueSolver
from common.kernels.kernel import Kernels, kernel, lowest, popcount
from common.kernels.linked_kernels import LinkedKernels
from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput
from common.search.results import MEMORY

COLUMNS = ROWS = 5
SQUARES = COLUMNS * ROWS
BOARD = (1 << SQUARES) - 1
LEFTMOST = sum(1 << square for square in range(0, SQUARES, COLUMNS))
RIGHTMOST = LEFTMOST << COLUMNS - 1
GATHER = 1 << 8 | 1 << 3 | 1  # a factor that brings the four neighbours' bits side by side
NINE = 511  # squares are summed nine at a time
FEW = 4  # with this many free squares or fewer the value is worked out without the table
MOST = (
    INFINITE // 2 - 1
)  # what the squares may be worth together: the difference still to come is at most twice that

FIELDS = exact_search.FIELDS | {"gains": SQUARES << 4, "sums": 3 * (NINE + 1)}


@kernel
def around(squares: int) -> int:
    """All squares side by side with a set."""
    return (
        squares << COLUMNS | squares >> COLUMNS | (squares & ~RIGHTMOST) << 1 | (squares & ~LEFTMOST) >> 1
    ) & BOARD


NEAR = tuple(around(1 << square) for square in range(SQUARES))


@kernel
def choices(state: Any) -> int:
    """The free squares."""
    return BOARD & ~(state[0] | state[1])


@kernel
def turned(state: Any, square: int) -> int:
    """The enemies that a piece placed on a square turns."""
    return state[1] & NEAR[square] if state[0] & NEAR[square] else 0


@kernel
def pattern(squares: int, square: int) -> int:
    """A number below 16 that tells a set of a square's neighbours from every other."""
    return (squares << COLUMNS >> square) * GATHER >> 7 & 15


@kernel
def gain(memory: Any, state: Any, square: int) -> int:
    """By how much a piece placed on a square improves the difference of both sides' values."""
    return memory.gains[square << 4 | pattern(turned(state, square), square)]


@kernel
def play(state: Any, square: int) -> Any:
    """The state after a piece is placed on a square, seen from the other side."""
    taken = turned(state, square)
    return state[1] & ~taken, state[0] | taken | 1 << square


@kernel
def key(state: Any) -> int:
    """One word of 50 bits: the free squares, and the mover's squares beside them."""
    free = choices(state)
    return free | (state[0] & around(free)) << SQUARES


@kernel
def worth(memory: Any, squares: int) -> int:
    """The summed values of a set."""
    return (
        memory.sums[squares & NINE]
        + memory.sums[NINE + 1 + (squares >> 9 & NINE)]
        + memory.sums[2 * NINE + 2 + (squares >> 18)]
    )


@kernel
def settle(memory: Any, state: Any, alpha: int, beta: int) -> int:
    """The value if few squares are free, a bound if all that is still open would not be enough, else OPEN."""
    free = choices(state)
    many = popcount(free)
    if many <= FEW:
        if many == 4:
            return four(memory, state, free, alpha, beta)
        if many == 3:
            return three(memory, state, free, beta)
        if many == 2:
            return two(memory, state, lowest(free), lowest(free & free - 1))
        return gain(memory, state, lowest(free)) if many else 0
    rim, placed = around(free), worth(memory, free)
    most = placed + 2 * worth(memory, state[1] & rim)
    least = -placed - 2 * worth(memory, state[0] & rim)
    if most <= alpha:
        return most
    return least if least >= beta else OPEN


@kernel
def two(memory: Any, state: Any, one: int, other: int) -> int:
    """The value with two free squares."""
    return max(
        gain(memory, state, one) - gain(memory, play(state, one), other),
        gain(memory, state, other) - gain(memory, play(state, other), one),
    )


@kernel
def three(memory: Any, state: Any, free: int, beta: int) -> int:
    """The value with three free squares, or a bound."""
    best, rest = -INFINITE, free
    while rest:
        square = lowest(rest)
        rest &= rest - 1
        left = free ^ 1 << square
        value = gain(memory, state, square) - two(
            memory, play(state, square), lowest(left), lowest(left & left - 1)
        )
        if value > best:
            best = value
            if best >= beta:
                break
    return best


@kernel
def four(memory: Any, state: Any, free: int, alpha: int, beta: int) -> int:
    """The value with four free squares, or a bound; the largest gain first."""
    best, rest = -INFINITE, free
    while rest:
        chosen, most, squares = 0, -1, rest
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
    """What a move gains less the best immediate answer, and less half of the second best, for only one can be prevented."""
    child, most, second = play(state, square), 0, 0
    rest = choices(child)
    while rest:
        answer = gain(memory, child, lowest(rest))
        rest &= rest - 1
        if answer > most:
            second, most = most, answer
        elif answer > second:
            second = answer
    return 64 * (gain(memory, state, square) - most) - 32 * second


def fits(values: Sequence[int]) -> bool:
    """True if an entry of the table has room for the differences that squares of these values make."""
    return sum(values) <= MOST


def check_values(values: Sequence[int]) -> None:
    """Raises BadInput if the values are too large for exact play (see `fits`)."""
    if not fits(values):
        raise BadInput(f"The values add up to {sum(values):,}: wanted at most {MOST:,} for exact play")


def prepare(values: Sequence[int], memory: Any) -> None:
    """Write into a memory its `gains` and `sums`, which depend on the values of the squares."""
    for square, squares in enumerate(NEAR):
        near = list(cells_of(squares))
        for count in range(len(near) + 1):
            for taken in combinations(near, count):
                place = square << 4 | pattern(bits_of(taken), square)
                memory.gains[place] = values[square] + 2 * sum(values[enemy] for enemy in taken)
    for part in range(3):
        nine = values[9 * part : 9 * part + 9]
        for squares in range(1 << len(nine)):
            memory.sums[part * (NINE + 1) + squares] = sum(nine[at] for at in cells_of(squares))


def solver(kernels: Kernels, values: Sequence[int], memory: float = MEMORY, threads: int = 1) -> ValueSolver:
    """A ValueSolver for these values of the squares, with a table of `memory` GB. Raises BadInput if the values are too large."""
    check_values(values)
    return ValueSolver(kernels, FIELDS, partial(prepare, values), memory, threads)


PROGRAM = LinkedKernels("conquest", vars(exact_search), globals(), records={"memory": FIELDS}, state=2)
