"""Exact alpha-beta for the squirrel war: to the end of the game, with a table of bounds.

common/search/alpha_beta.py deepens iteratively and evaluates at its horizon. This search estimates nothing.
The value of a position is the future gain of the side to move minus that of the opponent, whatever was
played before. So one table entry serves all move orders and holds a lower and an upper bound.
Negamax uses minimal windows (Marsland and Campbell 1982) and enhanced transposition cut-offs (Schaeffer
and Plaat 1996).

Each thread has its own memory, and all use one table (exact_table.py). A thread defers moves that another
thread is searching (a simplified ABDADA: Weill 1996). With one thread the search is deterministic.
"""

from __future__ import annotations

from typing import Any

from common.games.squirrels import exact_rules, exact_table
from common.games.squirrels.exact_rules import (
    INFINITE,
    NINE_MASK,
    OPEN,
    SQUARES,
    free_squares,
    gain,
    key,
    move_score,
    play,
    settle,
)
from common.games.squirrels.exact_table import (
    NO_SQUARE,
    bucket_of,
    find_entry,
    lower_of,
    mix,
    move_of,
    store_entry,
    upper_of,
)
from common.kernels.kernel import LIMIT_FIELDS, is_over, kernel, lowest_bit, popcount
from common.kernels.linked_kernels import LinkedKernels
from common.search import move_order
from common.search.move_order import add_history, history_index, index_of_highest

PLIES = 64
MOST_MOVES = 64  # per position
TABLE_MOVE_SCORE = 1 << 40  # ordering score of the table's move; deferred moves rank below its negative
LOOK_UP_MOVES = 6  # moves from which all children are looked up before one is searched

FIELDS = {
    **dict.fromkeys(LIMIT_FIELDS, 0),
    "best": 0,
    "move_scores": PLIES * MOST_MOVES,
    "history": move_order.FIELDS["history"],
    "gains": SQUARES << 4,
    "sums": 3 * (NINE_MASK + 1),
    **exact_table.FIELDS,
}


@kernel
def search(memory: Any, state: Any, alpha: int, beta: int, ply: int) -> int:
    """Return the value if it is between `alpha` and `beta`, else a bound (fail-soft negamax).

    A result up to `alpha` is an upper bound, one from `beta` on a lower bound. Ply 0 sets memory.best to the
    move, except on a full board. More nodes than memory.budget set memory.stop. Once it is set, the result
    is invalid.
    """
    memory.nodes += 1
    if memory.nodes >= memory.check_at and is_over(memory):
        return 0
    if ply or free_squares(state) == 0:
        value = settle(memory, state, alpha, beta)
        if value != OPEN:
            return value
    began = memory.nodes
    word = mix(key(state))
    best = -INFINITE
    choice = NO_SQUARE
    place = bucket_of(memory, word)
    data = find_entry(memory, place, word)
    if data and ply:
        if lower_of(data) >= beta or lower_of(data) == upper_of(data):
            return lower_of(data)
        if upper_of(data) <= alpha:
            return upper_of(data)
        alpha = max(alpha, lower_of(data))
        beta = min(beta, upper_of(data))
    known = move_of(data) if data else NO_SQUARE
    moves = free_squares(state)
    many = popcount(moves)
    first = ply * MOST_MOVES
    if many >= LOOK_UP_MOVES and ply:
        moves, best, choice = look_up_children(memory, state, moves, alpha, beta)
        if best >= beta:
            store_entry(memory, place, word, best, INFINITE, choice, memory.nodes - began)
            return best
    last = score_moves(memory, state, moves, known, ply)
    at = first
    while at < last:
        bring_best(memory, at, last)
        move = memory.move_scores[at] & 63
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
                add_history(memory, move, many, ply)
                break
        at += 1
    if ply == 0:
        memory.best = choice
    lower = -INFINITE if best <= alpha else best
    upper = INFINITE if best >= beta else best
    store_entry(memory, place, word, lower, upper, choice, memory.nodes - began)
    return best


@kernel
def look_up_children(memory: Any, state: Any, moves: int, alpha: int, beta: int) -> Any:
    """Look up all children; return the set of moves to search, the best bound of the others and its move.

    Moves that the table refutes are left out. Without one the bound is -INFINITE and the move NO_SQUARE.
    A bound from `beta` on is a lower bound: no search is needed.
    """
    best = -INFINITE
    choice = NO_SQUARE
    rest = moves
    while rest and best < beta:
        move = lowest_bit(rest)
        rest &= rest - 1
        word = mix(key(play(state, move)))
        data = find_entry(memory, bucket_of(memory, word), word)
        if data:
            gained = gain(memory, state, move)
            if gained - upper_of(data) >= beta:
                best = gained - upper_of(data)
                choice = move
            elif gained - lower_of(data) <= alpha:
                moves ^= 1 << move
                if gained - lower_of(data) > best:
                    best = gained - lower_of(data)
                    choice = move
    return moves, best, choice


@kernel
def score_moves(memory: Any, state: Any, moves: int, table_move: int, ply: int) -> int:
    """Write moves as score << 6 | move to memory.move_scores from ply * MOST_MOVES on, and return the end.

    `moves` is a set, not sorted here. `table_move`, unless NO_SQUARE, gets the highest score.
    """
    last = ply * MOST_MOVES
    while moves:
        move = lowest_bit(moves)
        moves &= moves - 1
        score = TABLE_MOVE_SCORE
        if move != table_move:
            score = move_score(memory, state, move) + (memory.history[history_index(move, ply)] >> 10)
        memory.move_scores[last] = score << 6 | move
        last += 1
    return last


@kernel
def bring_best(memory: Any, at: int, last: int) -> None:
    """Swap the highest entry of memory.move_scores[at:last] into index `at`."""
    best = index_of_highest(memory, at, last)
    memory.move_scores[at], memory.move_scores[best] = memory.move_scores[best], memory.move_scores[at]


HISTORY = {"age_history": move_order.age_history}  # called by add_history
EXACT_KERNELS = LinkedKernels(
    "exact",
    globals(),
    vars(exact_rules),
    vars(exact_table),
    HISTORY,
    records={"memory": FIELDS},
    state_size=2,
)
