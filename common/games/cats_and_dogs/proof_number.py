"""Depth-first proof-number search (Nagai 2002): does the side to move win? Names no game.

Two numbers estimate the work that is left: `proof` to prove that the side to move wins, `refutation` to prove that it
does not. The search follows the move with the least proof number, and leaves it when a number passes the threshold
beyond which another move is more promising; thresholds are doubled (1 + epsilon: Pawlewicz and Lew 2007), so that it
does not go to and fro. A side that probably loses has all of its moves refuted, so there it follows the move that takes
most until that is refuted or takes too much. Moves are listed level by level, the most promising first, and a level only
when its estimate is below every listed move's proof number: one move is enough to prove a win, though it takes all levels
to refute one. What the table knows of a listed move is asked only when the move may soon be the best one. A game fills in
what it does for alpha_beta.py (`next_move`, `play`, `over`, `keeps_turn`, `key`), must not let a position come twice in a
game nor reach PLIES, and may fill in

    list_level(memory, state, level, at, ply)   write the moves of a level, 0, 1, 2 ..., to memory.moves from `at` on
    level_effort(state, level)                  the proof number that its moves may begin with, rising; NEVER after the last level
    effort(memory, state, child, ply)           the two numbers of a position never seen before, after a listed move of `state`
    probably_lost(state)                        True if the side to move is expected to lose
    DRAWS                                       0 if no game ends in a draw: an answer for one side then answers for the other

Nothing here is guessed: table entries hold the whole position, and what is solved is 0 or NEVER, which no sum reaches.
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel
from common.search.alpha_beta import GOES_ON, WIDTH, generate, keeps_turn
from common.search.move_order import PLIES
from common.search.shared_table import (
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
from common.search.transposition import WON

SOON = 4  # a move may soon be the best one if its estimate is at most so many times the least of its level
over: Any = None
play: Any = None
FILLED_IN = ("over", "play", "keeps_turn", "list_level", "level_effort", "effort", "probably_lost")


def fields(width: int) -> dict[str, int]:
    """What this search adds to the memory of alpha_beta.py, for positions of at most `width` moves."""
    of_moves = dict.fromkeys(("proofs", "refutations", "asked"), width * PLIES)
    return {"stop": 0, "thread": 0} | of_moves | dict.fromkeys(("ends", "levels", "unlisted", "sums"), PLIES)


@kernel
def list_level(memory: Any, state: Any, level: int, at: int, ply: int) -> Any:
    """All moves on level 0, unless the game fills in more levels; returns the end of the list."""
    return at if level else generate(memory, state, ply)


@kernel
def level_effort(state: Any, level: int) -> int:
    """1 for the only level."""
    return NEVER if level else 1


@kernel
def effort(memory: Any, state: Any, child: Any, ply: int) -> tuple[int, int]:
    """1 and 1 for every new position, unless the game fills in better estimates."""
    return 1, 1


@kernel
def probably_lost(state: Any) -> bool:
    """No side is expected to lose, unless the game fills in which."""
    return False


@kernel
def prove_win(
    memory: Any, proofs: Any, state: Any, must: int, proof_limit: int, refutation_limit: int, last: int, ply: int
) -> Any:
    """One word, proof << 31 | refutation, of a position that is not over; one number is at its limit unless memory.stop is set.

    `proofs` is the table. `must` is 1 if the side to move has to win, by ply `last` unless that is ANY_TIME, and 0 if it
    only has to keep the other side from that. At ply 0 memory.best becomes the move of a proof.
    """
    before, lost = memory.nodes, probably_lost(state)
    memory.nodes += 1
    if memory.stop or memory.nodes > memory.budget:
        memory.stop = 1
        return 1 << 31 | 1
    if proofs.threads > 1:
        arrive(proofs, memory.thread, hash_of(state, must, last, ply), ply)
    memory.ends[ply], memory.levels[ply], memory.unlisted[ply], memory.sums[ply] = ply * WIDTH, 0, level_effort(state, 0), 0
    while True:
        best, proof, second = hardest(memory, ply) if lost else most_promising(memory, ply)
        if proof > memory.unlisted[ply]:
            list_next(memory, proofs, state, must, last, ply)
            continue
        refutation = NEVER if proof == 0 else min(together(memory, best, lost, ply), NEVER - 1)
        if proof >= proof_limit or refutation >= refutation_limit or memory.stop or is_called_back(proofs, memory.thread, ply):
            break
        if proofs.threads > 1 and lost:
            best = apart(memory, proofs, state, best, must, last, ply)
        if (proofs.threads > 1 or memory.asked[best] == 0) and has_news(memory, proofs, state, best, must, last, ply):
            continue
        child = play(state, memory.moves[best])
        again = keeps_turn(state, child)
        own_limit = min(proof_limit, 2 * second + 1)
        other_limit = refutation_limit - refutation + memory.refutations[best]
        if again:
            numbers = prove_win(memory, proofs, child, must, own_limit, other_limit, last, ply + 1)
        else:
            numbers = swapped(prove_win(memory, proofs, child, 1 - must, other_limit, own_limit, last, ply + 1))
        note(memory, best, numbers, ply)
    if ply == 0 and proof == 0:
        memory.best = memory.moves[best]
    numbers = proof << 31 | refutation
    keep(proofs, state, must, last, ply, numbers, memory.nodes - before)
    return numbers if proofs.threads == 1 else left(memory, proofs, state, must, last, numbers, ply)


@kernel
def swapped(numbers: int) -> int:
    """The numbers of a position as the other side sees them: proof and refutation exchanged."""
    return (numbers & NUMBER) << 31 | numbers >> 31


@kernel
def note(memory: Any, at: int, numbers: int, ply: int) -> None:
    """Write the numbers of move `at`, and keep memory.sums, the sum of all moves' refutation numbers, up to date."""
    memory.sums[ply] += (numbers & NUMBER) - memory.refutations[at]
    memory.proofs[at], memory.refutations[at] = numbers >> 31, numbers & NUMBER


@kernel
def most_promising(memory: Any, ply: int) -> tuple[int, int, int]:
    """The listed move with the least proof number, that number, and the least of all other moves, those not listed included."""
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
    """A listed move that wins, else that with the greatest refutation number; the least proof number; no other is preferred."""
    best, proof = ply * WIDTH, NEVER
    for at in range(ply * WIDTH, memory.ends[ply]):
        if memory.proofs[at] == 0:
            return at, 0, NEVER
        proof = min(proof, memory.proofs[at])
        if memory.refutations[at] > memory.refutations[best]:
            best = at
    return best, proof, NEVER


@kernel
def together(memory: Any, best: int, lost: bool, ply: int) -> Any:
    """The sum of the refutation numbers; where `lost`, the greatest and half of the others: many lines of play meet again."""
    total = memory.sums[ply] + (memory.unlisted[ply] < NEVER)
    return total + memory.refutations[best] + 1 >> 1 if lost else total


@kernel
def list_next(memory: Any, proofs: Any, state: Any, must: int, last: int, ply: int) -> None:
    """List the next level and number its moves, up to the first that wins; ask the table of those that may soon be the best."""
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
        memory.refutations[at] = 0
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
    """Write the numbers that the table knows of a move in place of its first ones."""
    memory.asked[at] = 1
    child = play(state, memory.moves[at])
    again = keeps_turn(state, child)
    numbers = known(proofs, child, must if again else 1 - must, last, ply + 1)
    if numbers:
        note(memory, at, numbers if again else swapped(numbers), ply)


@kernel
def has_news(memory: Any, proofs: Any, state: Any, at: int, must: int, last: int, ply: int) -> Any:
    """Ask the table of a move; False if it has been asked before and says the same."""
    first, proof, refutation = memory.asked[at] == 0, memory.proofs[at], memory.refutations[at]
    ask_table(memory, proofs, state, at, must, last, ply)
    return first or proof != memory.proofs[at] or refutation != memory.refutations[at]


@kernel
def guess(memory: Any, state: Any, child: Any, must: int, last: int, ply: int) -> Any:
    """The first numbers of the position after a move: by the rules if it is over or ply `last` is reached, else by `effort`."""
    score = over(memory, child, ply + 1)
    if score != GOES_ON:
        in_time = last == ANY_TIME or WON - abs(score) <= last
        wins = score > 0 and in_time if must else score >= 0 or not in_time
        return NEVER if wins else NEVER << 31
    if last != ANY_TIME and ply + 1 >= last:
        return NEVER << 31 if must else NEVER
    proof, refutation = effort(memory, state, child, ply)
    return proof << 31 | refutation


@kernel
def known(proofs: Any, state: Any, must: int, last: int, ply: int) -> Any:
    """The numbers that the table knows of a position that is not over; 0 if none."""
    if last != ANY_TIME:
        numbers = recall(proofs, state, must, ANY_TIME, ply)
        if numbers == (NEVER << 31 if must else NEVER):
            return numbers  # a side that cannot win at all cannot win by ply `last`
    return recall(proofs, state, must, last, ply)


# Two threads on one table: where all moves must be refuted, each is at one of its own if it can.


@kernel
def apart(memory: Any, proofs: Any, state: Any, best: int, must: int, last: int, ply: int) -> Any:
    """The open move with the greatest refutation number that the other thread is not at; `best` if it is at all of them."""
    if not is_taken(memory, proofs, state, best, must, last, ply):
        return best
    found, most = best, 0
    for at in range(ply * WIDTH, memory.ends[ply]):
        if memory.refutations[at] > most and at != best:
            found, most = at, memory.refutations[at]
    return found


@kernel
def is_taken(memory: Any, proofs: Any, state: Any, at: int, must: int, last: int, ply: int) -> Any:
    """True if the other thread is at the position after a move."""
    child = play(state, memory.moves[at])
    return is_there(proofs, memory.thread, hash_of(child, must if keeps_turn(state, child) else 1 - must, last, ply + 1), ply + 1)


@kernel
def left(memory: Any, proofs: Any, state: Any, must: int, last: int, numbers: int, ply: int) -> Any:
    """Tell the other thread of an answer, or take what it has found; the numbers of the question that this thread leaves."""
    arrive(proofs, memory.thread, 0, ply)
    if is_answer(numbers):
        call_back(proofs, memory.thread, hash_of(state, must, last, ply), ply)
    elif proofs.known[memory.thread] == ply + 1:
        proofs.known[memory.thread] = 0
        found = recall(proofs, state, must, last, ply)
        return found if found else numbers
    return numbers
