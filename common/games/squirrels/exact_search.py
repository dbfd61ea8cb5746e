"""Exact alpha-beta for the squirrel war: to the end of the game, with a table of bounds.

common/search/alpha_beta.py deepens iteratively and evaluates at its horizon. This search estimates nothing.
The value of a position is the future gain of the side to move minus that of the opponent, whatever was
played before. So one table entry serves all move orders and holds a lower and an upper bound.
Negamax uses minimal windows (Marsland and Campbell 1982) and enhanced transposition cut-offs (Schaeffer
and Plaat 1996).

An entry of the table is two words: the key of a position, and data. The data are, from below, the lower
bound, the upper bound, the best move and the work in nodes.
"""

from __future__ import annotations

from typing import Any

from common.games.squirrels import exact_rules
from common.games.squirrels.exact_rules import (
    INFINITE,
    NINE_MASK,
    OPEN,
    SQUARES,
    bound_by_squares,
    free_squares,
    gain,
    key,
    move_score,
    play,
)
from common.kernels.kernel import (
    LIMIT_FIELDS,
    is_over,
    kernel,
    lowest_bit,
    popcount,
    set_word,
    word_at,
    wrapping_mul,
)
from common.kernels.linked_kernels import LinkedKernels
from common.search.bucket_table import WAYS, least_work_entry
from common.search.move_order import pick_best

MIXER = 0x1E3779B97F4A7C15
HASH_SHIFT = 29  # the bits of a hash from here on choose the bucket
BOUND_BITS = 17
OFFSET = 1 << BOUND_BITS - 1  # added to a stored bound, to make it positive
BOUND_MASK = (1 << BOUND_BITS) - 1
MOVE_SHIFT = 2 * BOUND_BITS
NO_SQUARE = 31  # instead of a move, and the mask of moves
WORK_SHIFT = 40
MOST_WORK = (1 << 22) - 1  # the largest stored work
MOST_MOVES = 32  # per position
FEW = 4  # free squares up to which the table costs more than it saves

FIELDS = {
    **dict.fromkeys(LIMIT_FIELDS, 0),
    "best": 0,
    "mask": 0,
    "table": 0,
    "moves": (SQUARES + 1) * MOST_MOVES,
    "move_scores": (SQUARES + 1) * MOST_MOVES,
    "gains": SQUARES << 4,
    "sums": 3 * (NINE_MASK + 1),
}


@kernel
def search(memory: Any, state: Any, alpha: int, beta: int, ply: int) -> int:
    """Return the value if it is between `alpha` and `beta`, else a bound (fail-soft negamax).

    A result up to `alpha` is an upper bound, one from `beta` on a lower bound. Ply 0 sets memory.best to the
    move, except on a full board. Once memory.stop is set, the result is invalid.
    """
    memory.nodes += 1
    if memory.nodes >= memory.check_at and is_over(memory):
        return 0
    moves = free_squares(state)
    many = popcount(moves)
    if many == 0:
        return 0
    if many == 1 and ply:
        return gain(memory, state, lowest_bit(moves))
    if ply:
        value = bound_by_squares(memory, state, alpha, beta)
        if value != OPEN:
            return value
    began = memory.nodes
    word = key(state)
    best = -INFINITE
    choice = NO_SQUARE
    data = find(memory, word) if many > FEW else 0
    if data and ply:
        if lower_of(data) >= beta or lower_of(data) == upper_of(data):
            return lower_of(data)
        if upper_of(data) <= alpha:
            return upper_of(data)
        alpha = max(alpha, lower_of(data))
        beta = min(beta, upper_of(data))
    if ply and many > FEW + 1:
        moves, best, choice = look_up_children(memory, state, moves, alpha, beta)
    first = ply * MOST_MOVES
    last = list_moves(memory, state, moves, move_of(data), first)
    for at in range(first, last):
        pick_best(memory, at, last)
        move = memory.moves[at]
        child = play(state, move)
        gained = gain(memory, state, move)
        floor = max(alpha, best)
        value = floor + 1
        if at > first:
            value = gained - search(memory, child, gained - floor - 1, gained - floor, ply + 1)
        if at == first or floor < value < beta:
            value = gained - search(memory, child, gained - beta, gained - floor, ply + 1)
        if memory.stop:
            return 0
        if value > best:
            best, choice = value, move
            if best >= beta:
                break
    if ply == 0:
        memory.best = choice
    if many > FEW:
        lower = -INFINITE if best <= alpha else best
        upper = INFINITE if best >= beta else best
        store(memory, word, lower, upper, choice, memory.nodes - began)
    return best


@kernel
def look_up_children(memory: Any, state: Any, moves: int, alpha: int, beta: int) -> Any:
    """Look up all children; return the set of moves to search, the best bound of the others and its move.

    Moves that the table refutes are left out. Without one the bound is -INFINITE and the move NO_SQUARE.
    If one reaches `beta`, no move is left to search.
    """
    best = -INFINITE
    choice = NO_SQUARE
    rest = moves
    while rest:
        move = lowest_bit(rest)
        rest &= rest - 1
        data = find(memory, key(play(state, move)))
        if data:
            gained = gain(memory, state, move)
            if gained - upper_of(data) >= beta:
                return 0, gained - upper_of(data), move
            if gained - lower_of(data) <= alpha:
                moves ^= 1 << move
                if gained - lower_of(data) > best:
                    best = gained - lower_of(data)
                    choice = move
    return moves, best, choice


@kernel
def list_moves(memory: Any, state: Any, moves: int, table_move: int, first: int) -> int:
    """Write a set of moves to memory.moves from `first` on, with their scores, and return the end.

    They are not sorted. `table_move`, unless NO_SQUARE, gets the highest score.
    """
    last = first
    while moves:
        move = lowest_bit(moves)
        moves &= moves - 1
        memory.moves[last] = move
        memory.move_scores[last] = INFINITE if move == table_move else move_score(memory, state, move)
        last += 1
    return last


@kernel
def bucket_of(memory: Any, word: int) -> int:
    """Return the index of a key's bucket in the table."""
    return (wrapping_mul(word, MIXER) >> HASH_SHIFT & memory.mask) * (2 * WAYS)


@kernel
def find(memory: Any, word: int) -> int:
    """Return the data of a key's entry, or 0 if there is none."""
    place = bucket_of(memory, word)
    for at in range(place, place + 2 * WAYS, 2):
        if word_at(memory.table, at) == word:
            return word_at(memory.table, at + 1)
    return 0


@kernel
def store(memory: Any, word: int, lower: int, upper: int, move: int, work: int) -> None:
    """Store bounds, move and work (nodes): merged with the key's entry, or in place of the least work."""
    place = bucket_of(memory, word)
    found = least_work_entry(memory.table, place, 2, WORK_SHIFT)
    for at in range(place, place + 2 * WAYS, 2):
        if word_at(memory.table, at) == word:
            found = at
            data = word_at(memory.table, at + 1)
            lower = max(lower, lower_of(data))
            upper = min(upper, upper_of(data))
            work = max(work, data >> WORK_SHIFT)
    bounds = lower + OFFSET | upper + OFFSET << BOUND_BITS
    set_word(memory.table, found, word)
    set_word(memory.table, found + 1, bounds | move << MOVE_SHIFT | min(work, MOST_WORK) << WORK_SHIFT)


@kernel
def lower_of(data: int) -> int:
    """Return the lower bound in the data of an entry."""
    return (data & BOUND_MASK) - OFFSET


@kernel
def move_of(data: int) -> int:
    """Return the best move in the data of an entry, or NO_SQUARE."""
    return data >> MOVE_SHIFT & NO_SQUARE if data else NO_SQUARE


@kernel
def upper_of(data: int) -> int:
    """Return the upper bound in the data of an entry."""
    return (data >> BOUND_BITS & BOUND_MASK) - OFFSET


EXACT_KERNELS = LinkedKernels("exact", globals(), vars(exact_rules), records={"memory": FIELDS}, state_size=2)
