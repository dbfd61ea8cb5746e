"""Alpha-beta search for any game that supplies a few kernels.

A state is a tuple of ints, seen from the side to move. A move is an int. Scores are for the side to move. A
game supplies

    next_move(memory, state, move, ply)
                                    the move after this one, the first after NO_MOVE, NO_MOVE after the last.
                                    It may keep its own list at memory.moves[ply * WIDTH:]
    play(state, move)               the state after a move, seen from the other side
    end_score(memory, state, ply)   the score of a finished game, else NOT_OVER
    evaluate(state)                 the estimated score, within +-DECISIVE_SCORE
    move_score(state, move)         a score for move ordering (default: the evaluation after the move)
    horizon(state)                  the maximum number of plies left in the game (default: MAX_DEPTH)
    generate_first(memory, state, most, ply)
                                    only with FIRST_STAGE_MOVES: write the most promising moves, at least
                                    `most`, to memory.moves, or none to search all moves at once
    keeps_turn(state, child)        True if the same side moves again after this move (default: never)
    key(state, depth)               two words of 62 bits, or two sets: everything that a value of this depth
                                    depends on (default: the state, if it has two words)

and WIDTH, the maximum number of moves in a position. It may also define late-move reductions
(REDUCTION_TABLE).

A win is worth WON minus the plies to it, so the winner minimises the length of the game and the loser
maximises it. A score that depends on no estimate is proven (Knuth and Moore 1975; PVS: Marsland and Campbell
1982).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import log
from typing import Any

from common.kernels.cells import fold
from common.kernels.kernel import is_over, kernel, wrapping_mul
from common.search import move_order
from common.search.move_order import PLIES, pick_best, record_cutoff, write_move_scores
from common.search.transposition import (
    EXACT,
    LOWER,
    MASK62,
    UPPER,
    entry_move,
    entry_score,
    hash_words,
    is_sufficient,
    probe,
    store,
)

DECISIVE_SCORE = 20_000  # a score at least this far from 0 is that of a finished game
INFINITE = 31_000
NOT_OVER = 1 << 40
NO_MOVE = -1
MAX_DEPTH = 100  # maximum search depth in plies
WIDTH = 128  # maximum number of moves in a position; a game may replace it
# Moves from these numbers on are reduced by one, two and three plies.
REDUCE_1_FROM = 3
REDUCE_2_FROM = 10
REDUCE_3_FROM = 25
# Staged move generation: search this many moves first, and generate the others only if all of them lose.
# 0 generates all moves at once. A game may replace it.
FIRST_STAGE_MOVES = 0
VARIED_MOVES = 6  # a varied level chooses among the first moves in move order, and any better ones
REDUCTION_DEPTHS = 16  # size of the reduction table; larger depths and move numbers use its last entries
REDUCTION_NUMBERS = 32

FIELDS = {
    "stop": 0,
    "nodes": 0,
    "budget": 0,
    "check_at": 0,
    "interval": 0,
    "best": 0,
    "score": 0,
    "exact": 0,
    "thorough": 0,
    "ignored": 0,
    "margin": 0,
    "seed": 0,
    "previous_best": 0,  # the best move of the previous depth, or NO_MOVE
    "line": PLIES,
} | move_order.FIELDS


def fields(width: int) -> dict[str, int]:
    """Return the memory fields of one thread (name: length, 0 for an int), for up to `width` moves."""
    return FIELDS | {"moves": width * PLIES, "move_scores": width * PLIES}


next_move: Any = None  # this and the following placeholders are replaced by the game's kernels
play: Any = None
end_score: Any = None
evaluate: Any = None

OVERRIDABLE = (
    "next_move",
    "play",
    "end_score",
    "evaluate",
    "horizon",
    "key",
    "keeps_turn",
    "generate_first",
    "FIRST_STAGE_MOVES",
    "REDUCTION_TABLE",
    "WIDTH",
)


def reduction_table(plies: Callable[[int, int], float]) -> tuple[int, ...]:
    """Tabulate `plies(depth, number)`, truncated to whole plies, as late-move reductions.

    The entry for a depth and a move number, both from 0, is at depth * REDUCTION_NUMBERS + number. It is 0
    below depth 3 and for the moves before number REDUCE_1_FROM.
    """
    grid = product(range(REDUCTION_DEPTHS), range(REDUCTION_NUMBERS))
    return tuple(
        int(plies(depth, number)) if depth >= 3 and number >= REDUCE_1_FROM else 0 for depth, number in grid
    )


REDUCTION_TABLE = reduction_table(
    lambda depth, number: 1 if number < REDUCE_2_FROM else 2 if number < REDUCE_3_FROM or depth == 3 else 3
)
LARGER_REDUCTION_TABLE = reduction_table(
    lambda depth, number: min(depth - 2, 0.5 + log(depth) * log(number) / 1.5)
)


@kernel
def key(state: Any, depth: int) -> Any:
    """Return the state as its own key, for any depth: the default, for games whose state is two words."""
    return state[0], state[1]


@kernel
def horizon(state: Any) -> Any:
    """Return the maximum number of plies left in the game: by default, the search depth limit."""
    return MAX_DEPTH


@kernel
def keeps_turn(state: Any, child: Any) -> Any:
    """Return True if the same side moves again in `child`, the state after a move: by default False."""
    return False


@kernel
def generate_first(memory: Any, state: Any, most: int, ply: int) -> int:
    """Write at least `most` promising moves to memory.moves from ply * WIDTH on: by default none.

    Return the end of the list, an index. An empty list means that all moves are searched at once.
    """
    return ply * WIDTH


@kernel
def generate(memory: Any, state: Any, ply: int) -> int:
    """Write all moves that are not ignored to memory.moves from ply * WIDTH on.

    Return the end of the list, an index. A weakened player that would ignore all moves keeps the first.
    """
    first = at = ply * WIDTH
    move = next_move(memory, state, NO_MOVE, ply)
    while move != NO_MOVE:
        memory.moves[at] = move
        if memory.ignored == 0 or not is_ignored(memory, state, move):
            at += 1
        move = next_move(memory, state, move, ply)
    if at == first and memory.ignored:
        memory.moves[first] = next_move(memory, state, NO_MOVE, ply)
        return first + (memory.moves[first] != NO_MOVE)
    return at


@kernel
def is_ignored(memory: Any, state: Any, move: int) -> bool:
    """Return True for memory.ignored of 1024 moves, always the same ones by position and memory.seed."""
    if memory.seed:
        return pseudo_random(memory, state, move) & 1023 < memory.ignored
    high, low = key(state, 0)
    first = fold(high)
    mixed = (
        first ^ first >> 31 ^ wrapping_mul(fold(low), 0x5E37) ^ wrapping_mul(move + 1, 0x79B97F4B)
    ) & 0x7FFFFFFF
    mixed = mixed * 0x5851F42D & MASK62
    return mixed >> 29 & 1023 < memory.ignored


@kernel
def preference(memory: Any, state: Any, move: int, score: int) -> int:
    """Rate a root move for the choice: by its score, for a varied level with noise up to memory.margin.

    Decisive scores have no noise. Among equal moves the seed decides.
    """
    if memory.seed == 0:
        return score
    bits = pseudo_random(memory, state, move)
    noise = (bits >> 10) % (memory.margin + 1) if abs(score) < DECISIVE_SCORE else 0
    return (score + noise) * 1024 + (bits & 1023)


@kernel
def pseudo_random(memory: Any, state: Any, move: int) -> int:
    """Return 30 bits for a move in a state, by memory.seed."""
    high, low = key(state, 0)
    return hash_words(fold(high), fold(low), wrapping_mul(memory.seed, 0x79B97F4B) ^ move) & 0x3FFFFFFF


@kernel
def search(memory: Any, table: Any, state: Any, depth: int, alpha: int, beta: int, ply: int) -> int:
    """Return the score for the side to move, by principal variation search (fail-soft) with a table.

    At ply 0 it sets memory.exact (True if `depth` reaches the end of every game), and memory.best and
    memory.score if a score is above `alpha`. It sets memory.stop once memory.nodes exceeds memory.budget. The
    score is meaningless once memory.stop is set. With memory.seed, memory.best is chosen by the seed, among
    moves at most memory.margin worse than the best.
    """
    memory.nodes += 1
    if memory.nodes >= memory.check_at and is_over(memory):
        return 0
    score = end_score(memory, state, ply)
    if score != NOT_OVER:
        return score
    if depth <= 0:
        return evaluate(state)
    partly = FIRST_STAGE_MOVES and ply and memory.ignored == 0 and memory.thorough == 0
    if depth == 1 and ply:
        best = search_first_stage(memory, state, beta, ply) if partly else -INFINITE
        return best if best > -DECISIVE_SCORE else search_frontier(memory, state, alpha, beta, ply)
    last_ply = horizon(state)
    depth = min(depth, last_ply)
    exact = depth >= last_ply
    high, low = key(state, depth)
    data = probe(table, high, low)
    if ply and data and is_sufficient(data, depth, alpha, beta, ply, last_ply):
        return entry_score(data, ply)
    first = ply * WIDTH
    last = generate_first(memory, state, FIRST_STAGE_MOVES, ply) if partly and not exact else first
    whole = last == first
    if whole:
        last = generate(memory, state, ply)
    if exact and ply and depth > 2:
        score = table_cutoff(memory, table, state, last, beta, ply)
        if score >= beta:
            return score
    # An unfinished depth may only prefer moves to the best one so far after looking at that one, too.
    known = entry_move(data) if data else memory.previous_best if ply == 0 else NO_MOVE
    write_move_scores(memory, state, first, last, known, ply)
    if ply == 0:
        memory.exact = exact
    floor, best, choice, at = alpha, -INFINITE, 0, first - 1
    preferred = -INFINITE * INFINITE
    slack = memory.margin + 1 if ply == 0 and memory.seed else 0  # also value moves so much worse
    while True:
        at += 1
        # All moves of the first stage lose, so the others must be searched, too.
        if at == last and not whole and best <= -DECISIVE_SCORE:
            whole, at, last = True, first, generate(memory, state, ply)
            write_move_scores(memory, state, first, last, choice, ply)
        if at == last:
            break
        pick_best(memory, at, last)
        move = memory.moves[at]
        child = play(state, move)
        sign = 1 if keeps_turn(state, child) else -1
        less = 0 if exact or memory.thorough else reduction(depth, at - first)
        score = alpha + 1
        if less:  # a reduced null-window search suffices to refute most late moves
            bottom, top = child_window(sign, alpha, alpha + 1)
            score = sign * search(memory, table, child, depth - 1 - less, bottom, top, ply + 1)
        if score > alpha and at > first:
            bottom, top = child_window(sign, alpha, alpha + 1)
            score = sign * search(memory, table, child, depth - 1, bottom, top, ply + 1)
        if at == first or alpha < score < beta:
            bottom, top = child_window(sign, alpha, beta)
            score = sign * search(memory, table, child, depth - 1, bottom, top, ply + 1)
        if memory.stop:
            return 0
        if score > best:
            best, choice = score, move
        if score > alpha:
            alpha = max(alpha, best - (slack if at - first < VARIED_MOVES else 0))
            wish = preference(memory, state, move, score) if ply == 0 else preferred
            if wish > preferred:
                preferred, memory.best, memory.score = wish, move, score
            if score >= beta:
                record_cutoff(memory, move, depth, ply)
                break
    if slack and memory.best != NO_MOVE:
        choice = memory.best  # the next depth begins with it, and may be unfinished
    store(
        table,
        high,
        low,
        best,
        depth,
        EXACT if floor < best < beta else LOWER if best >= beta else UPPER,
        choice,
        ply,
    )
    return best


@kernel
def table_cutoff(memory: Any, table: Any, state: Any, last: int, beta: int, ply: int) -> int:
    """Return the score of the first move after which the table proves at least `beta`, else -INFINITE.

    `last` is the end of the moves in memory.moves. The search must reach the end of every game (enhanced
    transposition cutoff: Schaeffer and Plaat 1996).
    """
    for at in range(ply * WIDTH, last):
        child = play(state, memory.moves[at])
        left = horizon(child)
        sign = 1 if keeps_turn(state, child) else -1
        bottom, top = child_window(sign, beta - 1, beta)
        high, low = key(child, left)
        data = probe(table, high, low)
        if data and is_sufficient(data, left, bottom, top, ply + 1, left):
            score = sign * entry_score(data, ply + 1)
            if score >= beta:
                return score
    return -INFINITE


@kernel
def child_window(sign: int, alpha: int, beta: int) -> tuple[int, int]:
    """Return a search window as the child sees it. `sign` is 1 if the same side moves again, else -1."""
    return (alpha, beta) if sign > 0 else (-beta, -alpha)


@kernel
def write_principal_variation(memory: Any, table: Any, state: Any, move: int, depth: int) -> int:
    """Write the principal variation that starts with `move` to memory.line. Return its length.

    It has at most `depth` moves. It ends where the game ends or the table has no entry with a legal move.
    Overwrites memory.moves of ply 0.
    """
    count = 0
    while count < depth and is_legal(memory, state, move):
        memory.line[count] = move
        count += 1
        state = play(state, move)
        high, low = key(state, depth - count)
        data = probe(table, high, low)
        if data == 0 or end_score(memory, state, count) != NOT_OVER:
            break
        move = entry_move(data)
    return count


@kernel
def is_legal(memory: Any, state: Any, move: int) -> bool:
    """Return True if a move is legal and not ignored. Overwrites memory.moves of ply 0."""
    for at in range(generate(memory, state, 0)):  # noqa: SIM110 (kernels know no generators)
        if memory.moves[at] == move:
            return True
    return False


@kernel
def reduction(depth: int, number: int) -> int:
    """Return the late-move reduction in plies for move `number` (from 0) of the move order."""
    row, column = min(depth, REDUCTION_DEPTHS - 1), min(number, REDUCTION_NUMBERS - 1)
    return REDUCTION_TABLE[row * REDUCTION_NUMBERS + column]


@kernel
def search_frontier(memory: Any, state: Any, alpha: int, beta: int, ply: int) -> int:
    """Search one ply and return the score for the side to move, -INFINITE without moves (fail-soft).

    It uses neither table nor move ordering, which do not pay here. It also searches ignored moves:
    the strengths of the levels are measured with it.
    """
    best, move = -INFINITE, next_move(memory, state, NO_MOVE, ply)
    while move != NO_MOVE:
        memory.nodes += 1
        child = play(state, move)
        score = end_score(memory, child, ply + 1)
        score = evaluate(child) if score == NOT_OVER else score
        if not keeps_turn(state, child):
            score = -score
        if score > best:
            best = score
            if best >= beta:
                break
        move = next_move(memory, state, move, ply)
    return best


@kernel
def search_first_stage(memory: Any, state: Any, beta: int, ply: int) -> int:
    """Search one ply with the moves of `generate_first` only, and return the score for the side to move.

    Return -INFINITE if there are none. It assumes that the other side moves next.
    """
    best = -INFINITE
    for at in range(ply * WIDTH, generate_first(memory, state, 1, ply)):
        memory.nodes += 1
        child = play(state, memory.moves[at])
        score = end_score(memory, child, ply + 1)
        score = -evaluate(child) if score == NOT_OVER else -score
        if score > best:
            best = score
            if best >= beta:
                break
    return best
