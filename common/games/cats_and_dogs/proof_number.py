"""Depth-first proof-number search (df-pn, Nagai 2002): does the side to move win?

The proof number estimates the work to prove that the side to move wins, the disproof number the work to prove
that it does not. The search follows the move with the least proof number. It leaves that move when a number
passes its threshold, because another move is then more promising. Thresholds are doubled, so that the search
does not switch to and fro (1 + epsilon: Pawlewicz and Lew 2007). The cats probably lose, so all of their
moves have to be refuted. There the search follows the hardest move until it is refuted or takes too much
work.

Moves are listed level by level, the most promising first. A level is listed only if its estimate is below the
proof number of every listed move: one move suffices to prove a win, but a refutation needs all levels. It is
listed in parts, and the rest waits when a move is much better than its level. Only moves of the first level
may end the game. The table is probed for a listed move only if that move may soon be the best one.

Results are exact. Table entries hold the whole position, and a solved one has the numbers 0 and
INFINITE_NUMBER, which no sum reaches. No position occurs twice in a game. Tests fill in random graphs as
other games.
"""

from __future__ import annotations

from typing import Any

from common.games.cats_and_dogs.kernels import end_score, play, probably_lost
from common.games.cats_and_dogs.move_lists import effort, level_effort, list_level
from common.games.cats_and_dogs.shared_table import (
    ANY_TIME,
    INFINITE_NUMBER,
    NUMBER,
    is_answer,
    look_up,
    store_numbers,
)
from common.kernels.kernel import LIMIT_FIELDS, is_over, kernel
from common.rules.square_grid import NO_STEP
from common.search.alpha_beta import NOT_OVER, WIDTH, keeps_turn
from common.search.move_order import PLIES
from common.search.transposition import WON

SOON_FACTOR = (
    4  # a move may soon be the best if its estimate is at most this many times the least of its level
)
GOOD_FACTOR = 4  # a move is good if its estimate is at most this part of its level's
MOST_SUM = INFINITE_NUMBER >> 6  # of disproof numbers; a game has at most 44 turns of each side
KNOWN_PLIES = 4  # a result that `effort` knows is reached within so many plies of the parent
OVERRIDABLE = ("end_score", "play", "list_level", "level_effort", "effort", "probably_lost")


def fields(width: int) -> dict[str, int]:
    """Return the memory fields, with their lengths, that this search adds to those of alpha_beta.py.

    `width` is the room for the moves of a position.
    """
    of_moves = dict.fromkeys(("proofs", "disproofs", "asked"), width * PLIES)
    of_plies = dict.fromkeys(("ends", "levels", "resume", "unlisted", "sums"), PLIES)
    return dict.fromkeys(LIMIT_FIELDS, 0) | of_moves | of_plies


@kernel
def prove_win(
    memory: Any,
    proofs: Any,
    state: Any,
    must_win: int,
    proof_limit: int,
    disproof_limit: int,
    last_ply: int,
    ply: int,
) -> Any:
    """Return both numbers of a position that is not over, as proof << 31 | disproof.

    One of them has reached its limit, unless memory.stop is set. `proofs` is the table. If `must_win` is 1
    the side to move has to win, by ply `last_ply` unless that is ANY_TIME. If it is 0 the side to move only
    has to prevent that of the other side. A proof at ply 0 writes its move to memory.best.
    """
    before, lost = memory.nodes, probably_lost(state)
    memory.nodes += 1
    if memory.nodes >= memory.check_at and is_over(memory):
        return 1 << 31 | 1
    memory.ends[ply], memory.levels[ply] = ply * WIDTH, 0
    memory.unlisted[ply], memory.sums[ply], memory.resume[ply] = level_effort(state, 0), 0, NO_STEP
    while True:
        best, proof, second = hardest_move(memory, ply) if lost else most_promising_move(memory, ply)
        if proof > memory.unlisted[ply]:
            list_next_level(memory, proofs, state, must_win, last_ply, ply)
            continue
        disproof = INFINITE_NUMBER if proof == 0 else combined_disproof(memory, best, lost, ply)
        if proof >= proof_limit or disproof >= disproof_limit:
            break
        if memory.stop:
            break
        if memory.asked[best] == 0 and has_news(memory, proofs, state, best, must_win, last_ply, ply):
            continue
        child = play(state, memory.moves[best])
        again = keeps_turn(state, child)
        own_limit = min(proof_limit, 2 * second + 1)
        other_limit = disproof_limit - disproof + memory.disproofs[best]
        if again:
            numbers = prove_win(memory, proofs, child, must_win, own_limit, other_limit, last_ply, ply + 1)
        else:
            numbers = prove_win(
                memory, proofs, child, 1 - must_win, other_limit, own_limit, last_ply, ply + 1
            )
            numbers = swap_numbers(numbers)
        set_numbers(memory, best, numbers, ply)
    if ply == 0 and proof == 0:
        memory.best = memory.moves[best]
    numbers = proof << 31 | disproof
    store_numbers(proofs, state, must_win, last_ply, ply, numbers, memory.nodes - before)
    return numbers


@kernel
def swap_numbers(numbers: int) -> int:
    """Exchange the proof and the disproof number, for the other side's view of a position."""
    return (numbers & NUMBER) << 31 | numbers >> 31


@kernel
def set_numbers(memory: Any, at: int, numbers: int, ply: int) -> None:
    """Store the numbers of move `at`, and update memory.sums, the sum of all disproof numbers."""
    memory.sums[ply] += (numbers & NUMBER) - memory.disproofs[at]
    memory.proofs[at], memory.disproofs[at] = numbers >> 31, numbers & NUMBER


@kernel
def most_promising_move(memory: Any, ply: int) -> tuple[int, int, int]:
    """Return the move with the least proof number, that number, and the least one of all other moves.

    Unlisted moves count as other moves. Moves are indices of memory.moves.
    """
    best, proof, second = ply * WIDTH, INFINITE_NUMBER, memory.unlisted[ply]
    for at in range(ply * WIDTH, memory.ends[ply]):
        number = memory.proofs[at]
        if number < proof:
            best, proof, second = at, number, min(second, proof)
        elif number < second:
            second = number
    return best, proof, second


@kernel
def hardest_move(memory: Any, ply: int) -> tuple[int, int, int]:
    """Return a listed move that wins, else the one with the greatest disproof number, as an index.

    Then return the least proof number, and INFINITE_NUMBER, as no other move is preferred.
    """
    best, proof = ply * WIDTH, INFINITE_NUMBER
    for at in range(ply * WIDTH, memory.ends[ply]):
        if memory.proofs[at] == 0:
            return at, 0, INFINITE_NUMBER
        proof = min(proof, memory.proofs[at])
        if memory.disproofs[at] > memory.disproofs[best]:
            best = at
    return best, proof, INFINITE_NUMBER


@kernel
def combined_disproof(memory: Any, best: int, lost: bool, ply: int) -> Any:
    """Combine the disproof numbers of all moves: their sum, or if `lost` the greatest and half the rest.

    In lost positions many lines transpose, so that the sum would count work several times. No sum exceeds
    MOST_SUM: limits begin at INFINITE_NUMBER and fall by the sums of all plies above. A number that has
    reached its limit before the search would never change, and its move be followed for ever.
    """
    total = memory.sums[ply] + (memory.unlisted[ply] < INFINITE_NUMBER)
    if lost:
        return min(total + memory.disproofs[best] + 1 >> 1, INFINITE_NUMBER - 1)
    return min(total, MOST_SUM)


@kernel
def list_next_level(memory: Any, proofs: Any, state: Any, must_win: int, last_ply: int, ply: int) -> None:
    """List the next level, or its rest, and number the moves; probe the table for the best.

    Stop behind a move that is good for its level. The rest is listed if the proof number grows again.
    """
    first, least = memory.ends[ply], INFINITE_NUMBER
    while True:
        end = list_level(memory, state, memory.levels[ply], memory.ends[ply], ply)
        least = number_moves(memory, proofs, state, end, least, must_win, last_ply, ply)
        if memory.resume[ply] == NO_STEP:
            memory.levels[ply] += 1
            memory.unlisted[ply] = level_effort(state, memory.levels[ply])
            break
        if least * GOOD_FACTOR <= memory.unlisted[ply]:
            break
    for at in range(first, memory.ends[ply]):
        if memory.asked[at] == 0 and memory.proofs[at] <= SOON_FACTOR * least:
            probe_table(memory, proofs, state, at, must_win, last_ply, ply)


@kernel
def number_moves(
    memory: Any, proofs: Any, state: Any, end: int, least: int, must_win: int, last_ply: int, ply: int
) -> Any:
    """Give numbers to the moves from memory.ends to `end`, or to the first that wins.

    memory.ends moves on behind the last of them. Return the least proof number so far, `least` before.
    """
    at, is_first_level = memory.ends[ply], memory.levels[ply] == 0
    memory.nodes += end - at
    while at < end and least:
        child = play(state, memory.moves[at])
        again = keeps_turn(state, child)
        asked = must_win if again else 1 - must_win
        numbers = initial_numbers(memory, state, child, is_first_level, asked, last_ply, ply)
        memory.disproofs[at] = 0
        memory.asked[at] = is_answer(numbers)
        set_numbers(memory, at, numbers if again else swap_numbers(numbers), ply)
        least = min(least, memory.proofs[at])
        at += 1
    memory.ends[ply] = at
    return least


@kernel
def probe_table(
    memory: Any, proofs: Any, state: Any, at: int, must_win: int, last_ply: int, ply: int
) -> None:
    """Replace the numbers of move `at` by those in the table, if there are any."""
    memory.asked[at] = 1
    child = play(state, memory.moves[at])
    again = keeps_turn(state, child)
    numbers = stored_numbers(proofs, child, must_win if again else 1 - must_win, last_ply, ply + 1)
    if numbers:
        set_numbers(memory, at, numbers if again else swap_numbers(numbers), ply)


@kernel
def has_news(memory: Any, proofs: Any, state: Any, at: int, must_win: int, last_ply: int, ply: int) -> Any:
    """Probe the table for a move; return False if it was probed before and its numbers are the same."""
    first, proof, disproof = memory.asked[at] == 0, memory.proofs[at], memory.disproofs[at]
    probe_table(memory, proofs, state, at, must_win, last_ply, ply)
    return first or proof != memory.proofs[at] or disproof != memory.disproofs[at]


@kernel
def initial_numbers(
    memory: Any, state: Any, child: Any, may_be_over: bool, must_win: int, last_ply: int, ply: int
) -> Any:
    """Return the initial numbers of `child`, the position after a move from `state` at `ply`.

    They come from the rules at the end of the game or at ply `last_ply`, otherwise from `effort`. `must_win`
    is the question for the side to move in `child`.
    """
    score = end_score(memory, child, ply + 1) if may_be_over else NOT_OVER
    if score != NOT_OVER:
        in_time = last_ply == ANY_TIME or WON - abs(score) <= last_ply
        wins = score > 0 and in_time if must_win else score >= 0 or not in_time
        return INFINITE_NUMBER if wins else INFINITE_NUMBER << 31
    if last_ply != ANY_TIME and ply + 1 >= last_ply:
        return INFINITE_NUMBER << 31 if must_win else INFINITE_NUMBER
    proof, disproof = effort(memory, state, child, ply)
    numbers = proof << 31 | disproof
    is_late = last_ply != ANY_TIME and last_ply < ply + KNOWN_PLIES
    return 1 << 31 | 1 if is_late and is_answer(numbers) else numbers


@kernel
def stored_numbers(proofs: Any, state: Any, must_win: int, last_ply: int, ply: int) -> Any:
    """Return the stored numbers of a position that is not over; 0 if there are none."""
    if last_ply != ANY_TIME:
        numbers = look_up(proofs, state, must_win, ANY_TIME, ply)
        if numbers == (INFINITE_NUMBER << 31 if must_win else INFINITE_NUMBER):
            return numbers  # a side that cannot win at all cannot win by ply `last_ply`
    return look_up(proofs, state, must_win, last_ply, ply)
