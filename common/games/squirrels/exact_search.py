"""Exact alpha-beta for the squirrel war: to the end of the game, with a table of bounds.

common/search/alpha_beta.py deepens ply by ply and evaluates at its horizon. Here nothing is estimated: every
move gains something at once. The value of a position is what the side to move still gains less what the
opponent still gains, however the position arose. So one entry serves every way to a position and
holds a lower and an upper bound (negamax with a minimal window: Marsland and Campbell 1982;
enhanced transposition cut-offs: Schaeffer and Plaat 1996).

Each thread has a memory of its own, and all share the table. An entry is two words: the key XOR the second
word, and the second word. So mixed words of two writers fail the comparison (Hyatt and Mann 2002). A thread
puts off moves that another one is searching (a simplified ABDADA: Weill 1996). One thread is deterministic.
"""

from __future__ import annotations

from typing import Any

from common.games.squirrels import exact_rules
from common.games.squirrels.exact_rules import (
    INFINITE,
    NINE,
    OPEN,
    SQUARES,
    free_squares,
    gain,
    key,
    move_score,
    play,
    settle,
)
from common.kernels.kernel import fetch, kernel, lowest, popcount, set_word, times, word_at
from common.kernels.linked_kernels import LinkedKernels
from common.search import move_order
from common.search.bucket_table import WAYS, cheapest
from common.search.move_order import add_history, highest, history_place

NO_SQUARE = 63
PLIES = 64
MOST_MOVES = 64  # of one position
MIXER = 0x1E3779B97F4A7C15
MASK62 = (1 << 62) - 1
BOUND = 17  # bits of each of the two bounds with which an entry's second word begins
OFFSET = 1 << 16  # is added to each bound
MOVE = 34  # where the move begins in that word
WORK = 40  # where the work (nodes) begins
MOST_WORK = (1 << 22) - 1  # the most work counted
DEAR = 1 << 18  # nodes behind an entry worth keeping in a file
JOURNAL = 1 << 13  # the number of such entries that are noted, the latest
NOTE = 3  # words of a note: key, second word, XOR of both
KNOWN = 1 << 40  # the score of the table's move; a move put off scores as far below 0
LOOK_UP = 6  # a position with this many moves or more looks up all its children before it searches one
SHARED = 8  # a position with this many moves or more heeds the other threads
BUSY = 1 << 12  # words that say which positions threads are searching

FIELDS = {
    "nodes": 0,
    "budget": 0,
    "stop": 0,
    "best": 0,
    "mask": 0,
    "table": 0,
    "busy": 0,
    "noted": 0,
    "ranks": PLIES * MOST_MOVES,
    "history": move_order.FIELDS["history"],
    "journal": NOTE * JOURNAL,
    "gains": SQUARES << 4,
    "sums": 3 * (NINE + 1),
}


@kernel
def search(memory: Any, state: Any, alpha: int, beta: int, ply: int) -> int:
    """Return the value if it lies between `alpha` and `beta`, else a bound: upper to alpha, lower from beta.

    Ply 0 sets memory.best. The result means nothing once memory.stop is set.
    """
    memory.nodes += 1
    if memory.stop or memory.nodes > memory.budget:
        memory.stop = 1
        return 0
    if ply or free_squares(state) == 0:
        value = settle(memory, state, alpha, beta)
        if value != OPEN:
            return value
    began = memory.nodes
    word = key(state)
    best = -INFINITE
    choice = NO_SQUARE
    place = place_of(memory, word)
    data = recall(memory, place, word)
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
    if many >= LOOK_UP and ply:
        moves, best, choice = look_up(memory, state, moves, alpha, beta)
        if best >= beta:
            keep(memory, place, word, best, INFINITE, choice, memory.nodes - began)
            return best
    last = score_moves(memory, state, moves, known, ply)
    at = first
    while at < last:
        bring_best(memory, at, last)
        move = memory.ranks[at] & 63
        child = play(state, move)
        child_word = 0
        if memory.busy and many >= SHARED:
            child_word = key(child)
            if at > first and memory.ranks[at] > -KNOWN and is_busy(memory, child_word):
                memory.ranks[at] -= KNOWN << 10
                continue
            mark_busy(memory, child_word)
        gained = gain(memory, state, move)
        floor = max(alpha, best)
        value = floor + 1
        if at > first:
            value = gained - search(memory, child, gained - floor - 1, gained - floor, ply + 1)
        if at == first or floor < value < beta:
            value = gained - search(memory, child, gained - beta, gained - floor, ply + 1)
        if child_word:
            mark_idle(memory, child_word)
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
    keep(memory, place, word, lower, upper, choice, memory.nodes - began)
    return best


@kernel
def look_up(memory: Any, state: Any, moves: int, alpha: int, beta: int) -> Any:
    """Look up the children: return the moves still open, and bound and move of the best of the rest."""
    best = -INFINITE
    choice = NO_SQUARE
    rest = moves
    while rest:
        fetch(memory.table, place_of(memory, key(play(state, lowest(rest)))))
        rest &= rest - 1
    rest = moves
    while rest and best < beta:
        move = lowest(rest)
        rest &= rest - 1
        word = key(play(state, move))
        data = recall(memory, place_of(memory, word), word)
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
def score_moves(memory: Any, state: Any, moves: int, known: int, ply: int) -> int:
    """Write the moves, as score << 6 | move, to memory.ranks from ply * MOST_MOVES on; return their end."""
    last = ply * MOST_MOVES
    while moves:
        move = lowest(moves)
        moves &= moves - 1
        score = KNOWN
        if move != known:
            score = move_score(memory, state, move) + (memory.history[history_place(move, ply)] >> 10)
        memory.ranks[last] = score << 6 | move
        last += 1
    return last


@kernel
def bring_best(memory: Any, at: int, last: int) -> None:
    """Exchange the entry of memory.ranks at `at` with the highest one from there on."""
    best = highest(memory, at, last)
    memory.ranks[at], memory.ranks[best] = memory.ranks[best], memory.ranks[at]


# The table


@kernel
def place_of(memory: Any, word: int) -> int:
    """Return the index of a key's bucket in the table."""
    mixed = times(word ^ word >> 25, MIXER) & MASK62
    mixed = times(mixed ^ mixed >> 29, MIXER) & MASK62
    return (mixed >> 30 & memory.mask) * (2 * WAYS)


@kernel
def recall(memory: Any, place: int, word: int) -> int:
    """Return the second word of a key's entry: bounds, a move, the work behind them; 0 if there is none."""
    for at in range(place, place + 2 * WAYS, 2):
        data = word_at(memory.table, at + 1)
        if word_at(memory.table, at) ^ data == word:
            return data
    return 0


@kernel
def lower_of(data: int) -> int:
    """Return the lower bound of an entry's second word."""
    return (data & (1 << BOUND) - 1) - OFFSET


@kernel
def upper_of(data: int) -> int:
    """Return the upper bound of an entry's second word."""
    return (data >> BOUND & (1 << BOUND) - 1) - OFFSET


@kernel
def move_of(data: int) -> int:
    """Return the best move of an entry's second word, or NO_SQUARE."""
    return data >> MOVE & 63


@kernel
def work_of(data: int) -> int:
    """Return the nodes behind an entry, MOST_WORK at most."""
    return data >> WORK


@kernel
def keep(memory: Any, place: int, word: int, lower: int, upper: int, move: int, work: int) -> None:
    """Merge bounds, move and work into the entry of a key, or replace the entry of least work."""
    found = -1
    for at in range(place, place + 2 * WAYS, 2):
        data = word_at(memory.table, at + 1)
        if word_at(memory.table, at) ^ data == word:
            lower = max(lower, lower_of(data))
            upper = min(upper, upper_of(data))
            work = max(work, data >> WORK)
            found = at
            break
    if found < 0:
        found = cheapest(memory.table, place, 2, WORK)
    data = lower + OFFSET | upper + OFFSET << BOUND | move << MOVE | min(work, MOST_WORK) << WORK
    set_word(memory.table, found + 1, data)
    set_word(memory.table, found, word ^ data)
    if work >= DEAR:
        at = NOTE * (memory.noted % JOURNAL)
        memory.journal[at] = word
        memory.journal[at + 1] = data
        memory.journal[at + 2] = word ^ data
        memory.noted += 1


# Positions that threads are searching


@kernel
def busy_place(word: int) -> int:
    """Return the index of a key in memory.busy."""
    return times(word, MIXER) >> 40 & BUSY - 1


@kernel
def is_busy(memory: Any, word: int) -> bool:
    """Return True if a thread is searching the position of a key."""
    return word_at(memory.busy, busy_place(word)) == word


@kernel
def mark_busy(memory: Any, word: int) -> None:
    """Mark that this thread is searching the position of a key."""
    set_word(memory.busy, busy_place(word), word)


@kernel
def mark_idle(memory: Any, word: int) -> None:
    """Mark that this thread is no longer searching the position of a key."""
    if is_busy(memory, word):
        set_word(memory.busy, busy_place(word), 0)


HISTORY = {"fade": move_order.fade}  # what add_history calls
PROGRAM = LinkedKernels("exact", globals(), vars(exact_rules), HISTORY, records={"memory": FIELDS}, state=2)
