"""Alpha-beta to the end of the game with values collected on the way, over a table of bounds; names no game.

alpha_beta.py deepens ply by ply, guesses at its horizon and knows wins by their distance. Here nothing is
guessed: every move is worth something at once (`gain`), a position is worth what the side to move
still collects from it less what the other side does, and that does not depend on how it came about.
So one entry serves every way to a position and holds a lower and an upper bound (negamax with a
minimal window: Marsland and Campbell 1982; enhanced transposition cut-offs: Schaeffer and Plaat 1996).

A state is a tuple of ints, seen from the side to move; its moves are the bits of a word. A game fills in

    choices(state)                  the moves, one bit each, below bit 62; the number falls from ply to ply
    gain(memory, state, move)       what a move is worth to its side at once
    play(state, move)               the state after a move, seen from the other side
    key(state)                      one word of 62 bits, not 0: all that the value depends on, so no entry errs
    settle(memory, state, alpha, beta)
                                    the value (or a bound on it beyond the window) where no search is needed, always
                                    where no move is left, else OPEN
    move_score(memory, state, move) how good a move looks, to try the best first

Threads have a memory each and share the table: an entry is two words, the key XOR the second, and the
second, so words of two writers mixed up fail the comparison (Hyatt and Mann 2002). A thread puts off
moves that another one is searching (a simplified ABDADA: Weill 1996). One thread alone is deterministic.
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import fetch, kernel, lowest, popcount, set_word, times, word_at
from common.search.move_order import highest

OPEN = 1 << 40
INFINITE = 64_000  # above every value; twice what both sides may own together, for all of it may change hands
NO_SQUARE = 63
PLIES = 64
MOST_MOVES = 64  # moves of one position at most
WAYS = 4  # entries that a position may stand in, side by side in memory
MIXER, MASK62 = 0x1E3779B97F4A7C15, (1 << 62) - 1
BOUND, OFFSET = (
    17,
    1 << 16,
)  # an entry's second word begins with two bounds: bits of each, and what is added to each
MOVE, WORK, MOST_WORK = (
    34,
    40,
    (1 << 22) - 1,
)  # where the move and the work (nodes) begin in that word; the most work counted
DEAR = 1 << 18  # nodes behind an entry worth keeping in a file
JOURNAL, NOTE = (
    1 << 13,
    3,
)  # the last JOURNAL such entries are noted, NOTE words each: key, second word, XOR of both
KNOWN = 1 << 40  # the rank of the table's move; a move put off ranks as far below 0
LOOK_UP = 6  # a position with this many moves or more looks up all its children before it searches one
SHARED, BUSY = (
    8,
    1 << 12,
)  # moves from which on a position heeds the other threads; places that say what they search

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
    "history": 2 * MOST_MOVES,
    "journal": NOTE * JOURNAL,
}

choices: Any = None  # these are filled in by the game
gain: Any = None
play: Any = None
key: Any = None
settle: Any = None
move_score: Any = None
FILLED_IN = ("choices", "gain", "play", "key", "settle", "move_score")


@kernel
def search(memory: Any, state: Any, alpha: int, beta: int, ply: int) -> int:
    """The value if it lies between `alpha` and `beta`, else a bound on it: an upper one up to alpha, a lower one from beta on.

    Ply 0 sets memory.best. Meaningless once memory.stop is set.
    """
    memory.nodes += 1
    if memory.stop or memory.nodes > memory.budget:
        memory.stop = 1
        return 0
    if ply or choices(state) == 0:
        value = settle(memory, state, alpha, beta)
        if value != OPEN:
            return value
    began, word, best, choice = memory.nodes, key(state), -INFINITE, NO_SQUARE
    place = place_of(memory, word)
    data = recall(memory, place, word)
    if data and ply:
        if lower_of(data) >= beta or lower_of(data) == upper_of(data):
            return lower_of(data)
        if upper_of(data) <= alpha:
            return upper_of(data)
        alpha, beta = max(alpha, lower_of(data)), min(beta, upper_of(data))
    known, moves = move_of(data) if data else NO_SQUARE, choices(state)
    many, first = popcount(moves), ply * MOST_MOVES
    if many >= LOOK_UP and ply:
        moves, best, choice = look_up(memory, state, moves, alpha, beta)
        if best >= beta:
            keep(memory, place, word, best, INFINITE, choice, memory.nodes - began)
            return best
    last = rank(memory, state, moves, known, ply)
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
        worth, floor = gain(memory, state, move), max(alpha, best)
        value = floor + 1
        if at > first:
            value = worth - search(memory, child, worth - floor - 1, worth - floor, ply + 1)
        if at == first or floor < value < beta:
            value = worth - search(memory, child, worth - beta, worth - floor, ply + 1)
        if child_word:
            mark_idle(memory, child_word)
        if memory.stop:
            return 0
        if value > best:
            best, choice = value, move
            if best >= beta:
                remember(memory, move, many, ply)
                break
        at += 1
    if ply == 0:
        memory.best = choice
    lower, upper = -INFINITE if best <= alpha else best, INFINITE if best >= beta else best
    keep(memory, place, word, lower, upper, choice, memory.nodes - began)
    return best


@kernel
def look_up(memory: Any, state: Any, moves: int, alpha: int, beta: int) -> Any:
    """What the table knows of the children: the moves still open, the best of the others (or NO_SQUARE), and its bound."""
    best, choice, rest = -INFINITE, NO_SQUARE, moves
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
            worth = gain(memory, state, move)
            if worth - upper_of(data) >= beta:
                best, choice = worth - upper_of(data), move
            elif worth - lower_of(data) <= alpha:
                moves ^= 1 << move
                if worth - lower_of(data) > best:
                    best, choice = worth - lower_of(data), move
    return moves, best, choice


@kernel
def rank(memory: Any, state: Any, moves: int, known: int, ply: int) -> int:
    """Write the moves, as rank << 6 | move, to memory.ranks from ply * MOST_MOVES on; returns the end of the list."""
    last = ply * MOST_MOVES
    while moves:
        move = lowest(moves)
        moves &= moves - 1
        promising = KNOWN
        if move != known:
            promising = move_score(memory, state, move) + (
                memory.history[(ply & 1) * MOST_MOVES + move] >> 10
            )
        memory.ranks[last] = promising << 6 | move
        last += 1
    return last


@kernel
def bring_best(memory: Any, at: int, last: int) -> None:
    """Exchange the entry of memory.ranks at `at` with the highest one from there on."""
    best = highest(memory, at, last)
    memory.ranks[at], memory.ranks[best] = memory.ranks[best], memory.ranks[at]


@kernel
def remember(memory: Any, move: int, many: int, ply: int) -> None:
    """Note a move that caused a cutoff in the history: it may well cause another one."""
    where = (ply & 1) * MOST_MOVES + move
    memory.history[where] += many * many
    if memory.history[where] > 1 << 20:
        for other in range(2 * MOST_MOVES):
            memory.history[other] >>= 1


# The table


@kernel
def place_of(memory: Any, word: int) -> int:
    """The index in the table where the entries of a key begin."""
    mixed = times(word ^ word >> 25, MIXER) & MASK62
    mixed = times(mixed ^ mixed >> 29, MIXER) & MASK62
    return (mixed >> 30 & memory.mask) * (2 * WAYS)


@kernel
def recall(memory: Any, place: int, word: int) -> int:
    """The second word of a key's entry: bounds, a move, the work behind them; 0 if the table does not know the key."""
    for at in range(place, place + 2 * WAYS, 2):
        data = word_at(memory.table, at + 1)
        if word_at(memory.table, at) ^ data == word:
            return data
    return 0


@kernel
def lower_of(data: int) -> int:
    """The lower bound in an entry's second word."""
    return (data & (1 << BOUND) - 1) - OFFSET


@kernel
def upper_of(data: int) -> int:
    """The upper bound in an entry's second word."""
    return (data >> BOUND & (1 << BOUND) - 1) - OFFSET


@kernel
def move_of(data: int) -> int:
    """The best move known, or NO_SQUARE."""
    return data >> MOVE & 63


@kernel
def work_of(data: int) -> int:
    """How many nodes an entry took, MOST_WORK at most."""
    return data >> WORK


@kernel
def keep(memory: Any, place: int, word: int, lower: int, upper: int, move: int, work: int) -> None:
    """Merge bounds, move and work with what the table knows of a key, or write them over the entry that took least work."""
    found, least = place, 1 << 60
    for at in range(place, place + 2 * WAYS, 2):
        data = word_at(memory.table, at + 1)
        if word_at(memory.table, at) ^ data == word:
            lower, upper = max(lower, lower_of(data)), min(upper, upper_of(data))
            work = max(work, data >> WORK)
            found = at
            break
        if data >> WORK < least:
            found, least = at, data >> WORK
    data = lower + OFFSET | upper + OFFSET << BOUND | move << MOVE | min(work, MOST_WORK) << WORK
    set_word(memory.table, found + 1, data)
    set_word(memory.table, found, word ^ data)
    if work >= DEAR:
        at = NOTE * (memory.noted % JOURNAL)
        memory.journal[at], memory.journal[at + 1], memory.journal[at + 2] = word, data, word ^ data
        memory.noted += 1


# Which positions the threads are searching


@kernel
def busy_place(word: int) -> int:
    """The place that says whether a thread is searching the position of a key."""
    return times(word, MIXER) >> 40 & BUSY - 1


@kernel
def is_busy(memory: Any, word: int) -> bool:
    """True if a thread is searching the position of a key."""
    return word_at(memory.busy, busy_place(word)) == word


@kernel
def mark_busy(memory: Any, word: int) -> None:
    """Say that this thread is searching the position of a key."""
    set_word(memory.busy, busy_place(word), word)


@kernel
def mark_idle(memory: Any, word: int) -> None:
    """Say that this thread is no longer searching the position of a key."""
    if is_busy(memory, word):
        set_word(memory.busy, busy_place(word), 0)
