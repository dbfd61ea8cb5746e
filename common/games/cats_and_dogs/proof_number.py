"""Depth-first proof-number search (df-pn, Nagai 2002): does the side to move win?

The proof number estimates the work to prove that the side to move wins, the disproof number the work to prove
that it does not. The search follows the move with the least proof number. It leaves that move when a number
passes its threshold, because another move is then more promising. Thresholds are doubled, so that the search
does not switch to and fro (1 + epsilon: Pawlewicz and Lew 2007). The cats probably lose, so all of their
moves have to be refuted. There the search follows the hardest move until it is refuted or takes too much
work.

Moves are listed level by level, the most promising first. A level is listed only if its estimate is below the
proof number of every listed move: one move suffices to prove a win, but a refutation needs all levels. The
table is probed for a listed move only if that move may soon be the best one.

Results are exact. Table entries hold the whole position, and a solved one has the numbers 0 and
INFINITE_NUMBER, which no sum reaches. No position occurs twice in a game. Tests fill in random graphs as
other games.
"""

from __future__ import annotations

from typing import Any

from common.games.cats_and_dogs.kernels import over, play, probably_lost
from common.games.cats_and_dogs.move_lists import effort, level_effort, list_level
from common.games.cats_and_dogs.shared_table import (
    ANY_TIME,
    NEVER,
    NUMBER,
    arrive,
    call_back,
    hash_of,
    is_answer,
    is_called_back,
    is_there,
    keep,
    recall,
)
from common.kernels.kernel import kernel
from common.search.alpha_beta import GOES_ON, WIDTH, keeps_turn
from common.search.move_order import PLIES
from common.search.transposition import WON

SOON = 4  # a move may soon be the best if its estimate is at most this many times the least of its level
FILLED_IN = ("over", "play", "list_level", "level_effort", "effort", "probably_lost")


def fields(width: int) -> dict[str, int]:
    """Return the memory fields that this search adds to alpha_beta.py, for `width` moves a position."""
    of_moves = dict.fromkeys(("proofs", "disproofs", "asked"), width * PLIES)
    return {"stop": 0, "thread": 0} | of_moves | dict.fromkeys(("ends", "levels", "unlisted", "sums"), PLIES)


@kernel
def prove_win(
    memory: Any,
    proofs: Any,
    state: Any,
    must: int,
    proof_limit: int,
    disproof_limit: int,
    last: int,
    ply: int,
) -> Any:
    """Return both numbers of a position that is not over, as proof << 31 | disproof.

    One of them has reached its limit, unless memory.stop is set. `proofs` is the table. If `must_win` is 1
    the side to move has to win, by ply `last_ply` unless that is ANY_TIME. If it is 0 the side to move only
    has to prevent that of the other side. A proof at ply 0 writes its move to memory.best.
    """
    before, lost = memory.nodes, probably_lost(state)
    memory.nodes += 1
    if memory.stop or memory.nodes > memory.budget:
        memory.stop = 1
        return 1 << 31 | 1
    if proofs.threads > 1:
        arrive(proofs, memory.thread, hash_of(state, must, last, ply), ply)
    memory.ends[ply], memory.levels[ply] = ply * WIDTH, 0
    memory.unlisted[ply], memory.sums[ply] = level_effort(state, 0), 0
    while True:
        best, proof, second = hardest(memory, ply) if lost else most_promising(memory, ply)
        if proof > memory.unlisted[ply]:
            list_next(memory, proofs, state, must, last, ply)
            continue
        disproof = NEVER if proof == 0 else min(together(memory, best, lost, ply), NEVER - 1)
        if proof >= proof_limit or disproof >= disproof_limit:
            break
        if memory.stop or is_called_back(proofs, memory.thread, ply):
            break
        if proofs.threads > 1 and lost:
            best = apart(memory, proofs, state, best, must, last, ply)
        asks = proofs.threads > 1 or memory.asked[best] == 0
        if asks and has_news(memory, proofs, state, best, must, last, ply):
            continue
        child = play(state, memory.moves[best])
        again = keeps_turn(state, child)
        own_limit = min(proof_limit, 2 * second + 1)
        other_limit = disproof_limit - disproof + memory.disproofs[best]
        if again:
            numbers = prove_win(memory, proofs, child, must, own_limit, other_limit, last, ply + 1)
        else:
            numbers = prove_win(memory, proofs, child, 1 - must, other_limit, own_limit, last, ply + 1)
            numbers = swapped(numbers)
        note(memory, best, numbers, ply)
    if ply == 0 and proof == 0:
        memory.best = memory.moves[best]
    numbers = proof << 31 | disproof
    keep(proofs, state, must, last, ply, numbers, memory.nodes - before)
    return numbers if proofs.threads == 1 else left(memory, proofs, state, must, last, numbers, ply)


@kernel
def swapped(numbers: int) -> int:
    """Exchange the proof and the disproof number, for the other side's view of a position."""
    return (numbers & NUMBER) << 31 | numbers >> 31


@kernel
def note(memory: Any, at: int, numbers: int, ply: int) -> None:
    """Store the numbers of move `at`, and update memory.sums, the sum of all disproof numbers."""
    memory.sums[ply] += (numbers & NUMBER) - memory.disproofs[at]
    memory.proofs[at], memory.disproofs[at] = numbers >> 31, numbers & NUMBER


@kernel
def most_promising(memory: Any, ply: int) -> tuple[int, int, int]:
    """Return the move with the least proof number, that number, and the least one of all other moves.

    Unlisted moves count as other moves. Moves are indices of memory.moves.
    """
    best, proof, second = ply * WIDTH, NEVER, memory.unlisted[ply]
    for at in range(ply * WIDTH, memory.ends[ply]):
        number = memory.proofs[at]
        if number < proof:
            best, proof, second = at, number, min(second, proof)
        elif number < second:
            second = number
    return best, proof, second


@kernel
def hardest(memory: Any, ply: int) -> tuple[int, int, int]:
    """Return a listed move that wins, else the one with the greatest disproof number.

    Then return the least proof number, and INFINITE_NUMBER, as no other move is preferred.
    """
    best, proof = ply * WIDTH, NEVER
    for at in range(ply * WIDTH, memory.ends[ply]):
        if memory.proofs[at] == 0:
            return at, 0, NEVER
        proof = min(proof, memory.proofs[at])
        if memory.disproofs[at] > memory.disproofs[best]:
            best = at
    return best, proof, NEVER


@kernel
def together(memory: Any, best: int, lost: bool, ply: int) -> Any:
    """Combine the disproof numbers of all moves: their sum, or if `lost` the greatest and half the rest.

    In lost positions many lines transpose, so that the sum would count work several times.
    """
    total = memory.sums[ply] + (memory.unlisted[ply] < NEVER)
    return total + memory.disproofs[best] + 1 >> 1 if lost else total


@kernel
def list_next(memory: Any, proofs: Any, state: Any, must: int, last: int, ply: int) -> None:
    """List the next level and number its moves, up to the first that wins; probe the table for the best."""
    first = memory.ends[ply]
    end = list_level(memory, state, memory.levels[ply], first, ply)
    memory.nodes += end - first
    memory.levels[ply] += 1
    memory.unlisted[ply] = level_effort(state, memory.levels[ply])
    at, least = first, NEVER
    while at < end and least:
        child = play(state, memory.moves[at])
        again = keeps_turn(state, child)
        numbers = guess(memory, state, child, must if again else 1 - must, last, ply)
        memory.disproofs[at] = 0
        memory.asked[at] = numbers >> 31 == 0 or numbers & NUMBER == 0
        note(memory, at, numbers if again else swapped(numbers), ply)
        least = min(least, memory.proofs[at])
        at += 1
    memory.ends[ply] = at
    for at in range(first, memory.ends[ply]):
        if memory.asked[at] == 0 and memory.proofs[at] <= SOON * least:
            ask_table(memory, proofs, state, at, must, last, ply)


@kernel
def ask_table(memory: Any, proofs: Any, state: Any, at: int, must: int, last: int, ply: int) -> None:
    """Replace the initial numbers of a move by those in the table, if there are any."""
    memory.asked[at] = 1
    child = play(state, memory.moves[at])
    again = keeps_turn(state, child)
    numbers = known(proofs, child, must if again else 1 - must, last, ply + 1)
    if numbers:
        note(memory, at, numbers if again else swapped(numbers), ply)


@kernel
def has_news(memory: Any, proofs: Any, state: Any, at: int, must: int, last: int, ply: int) -> Any:
    """Probe the table for a move; return False if it was probed before and its numbers are the same."""
    first, proof, disproof = memory.asked[at] == 0, memory.proofs[at], memory.disproofs[at]
    ask_table(memory, proofs, state, at, must, last, ply)
    return first or proof != memory.proofs[at] or disproof != memory.disproofs[at]


@kernel
def guess(memory: Any, state: Any, child: Any, must: int, last: int, ply: int) -> Any:
    """Return the initial numbers of the position after a move.

    They come from the rules at the end of the game or at ply `last_ply`, otherwise from `effort`.
    """
    score = over(memory, child, ply + 1)
    if score != GOES_ON:
        in_time = last == ANY_TIME or WON - abs(score) <= last
        wins = score > 0 and in_time if must else score >= 0 or not in_time
        return NEVER if wins else NEVER << 31
    if last != ANY_TIME and ply + 1 >= last:
        return NEVER << 31 if must else NEVER
    proof, disproof = effort(memory, state, child, ply)
    return proof << 31 | disproof


@kernel
def known(proofs: Any, state: Any, must: int, last: int, ply: int) -> Any:
    """Return the stored numbers of a position that is not over; 0 if there are none."""
    if last != ANY_TIME:
        numbers = recall(proofs, state, must, ANY_TIME, ply)
        if numbers == (NEVER << 31 if must else NEVER):
            return numbers  # a side that cannot win at all cannot win by ply `last_ply`
    return recall(proofs, state, must, last, ply)


# Two threads use one table. If all moves must be refuted, they work on different moves where possible.


@kernel
def apart(memory: Any, proofs: Any, state: Any, best: int, must: int, last: int, ply: int) -> Any:
    """Return the hardest open move that the other thread is not working on; `best` if there is none."""
    if not is_taken(memory, proofs, state, best, must, last, ply):
        return best
    found, most = best, 0
    for at in range(ply * WIDTH, memory.ends[ply]):
        if memory.disproofs[at] > most and at != best:
            found, most = at, memory.disproofs[at]
    return found


@kernel
def is_taken(memory: Any, proofs: Any, state: Any, at: int, must: int, last: int, ply: int) -> Any:
    """Return True if the other thread is working on the position after a move."""
    child = play(state, memory.moves[at])
    asked = must if keeps_turn(state, child) else 1 - must
    return is_there(proofs, memory.thread, hash_of(child, asked, last, ply + 1), ply + 1)


@kernel
def left(memory: Any, proofs: Any, state: Any, must: int, last: int, numbers: int, ply: int) -> Any:
    """Leave a question and return its numbers.

    Report an answer to the other thread, or else take over the answer that it has found.
    """
    arrive(proofs, memory.thread, 0, ply)
    if is_answer(numbers):
        call_back(proofs, memory.thread, hash_of(state, must, last, ply), ply)
    elif proofs.known[memory.thread] == ply + 1:
        proofs.known[memory.thread] = 0
        found = recall(proofs, state, must, last, ply)
        return found if found else numbers
    return numbers
