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

from common.kernels.linking import kernel, times
from common.search.alpha_beta import GOES_ON, PLIES, WIDTH, generate, keeps_turn
from common.search.transposition import MASK62, WON

NEVER = 1 << 30  # the number of what is impossible; the position's other number is then 0
ANY_TIME = 127  # in place of a ply: a win counts however late it comes
DRAWS = 1
SOON = 4  # a move may soon be the best one if its estimate is at most so many times the least of its level
ROOM = 4  # entries of the table that a position may stand in
ENTRY = 4  # words: the key's two, the numbers, then work << 8 | plies left << 1 | who must win
BUCKETS, MOST_BUCKETS = 1 << 18, 1 << 20  # of the table in use: 32 MB, or 128 where there is time
KEPT = 1 << 17  # words of 32 bits, a filter that tells without a look at the table that a position is not there
FIELDS = {"stop": 0, "mask": 0, "kept": KEPT, "entries": ENTRY * ROOM * MOST_BUCKETS}
NUMBER = (1 << 31) - 1
key: Any = None  # these are filled in by the game
over: Any = None
play: Any = None
FILLED_IN = ("key", "over", "play", "keeps_turn", "list_level", "level_effort", "effort", "probably_lost", "DRAWS")


def fields(width: int) -> dict[str, int]:
    """What this search adds to the memory of alpha_beta.py, for positions of at most `width` moves."""
    of_moves = dict.fromkeys(("proofs", "refutations", "asked"), width * PLIES)
    return of_moves | dict.fromkeys(("ends", "levels", "unlisted", "sums"), PLIES)


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
    """One word, proof << 31 | refutation, of a position that is not over; one number is at its limit unless proofs.stop is set.

    `proofs` is the table. `must` is 1 if the side to move has to win, by ply `last` unless that is ANY_TIME, and 0 if it
    only has to keep the other side from that. At ply 0 memory.best becomes the move of a proof.
    """
    before, lost = memory.nodes, probably_lost(state)
    memory.nodes += 1
    if proofs.stop or memory.nodes > memory.budget:
        proofs.stop = 1
        return 1 << 31 | 1
    memory.ends[ply], memory.levels[ply], memory.unlisted[ply], memory.sums[ply] = ply * WIDTH, 0, level_effort(state, 0), 0
    while True:
        best, proof, second = hardest(memory, ply) if lost else most_promising(memory, ply)
        if proof > memory.unlisted[ply]:
            list_next(memory, proofs, state, must, last, ply)
            continue
        refutation = NEVER if proof == 0 else min(together(memory, best, lost, ply), NEVER - 1)
        if proof >= proof_limit or refutation >= refutation_limit or proofs.stop:
            break
        if memory.asked[best] == 0:
            ask_table(memory, proofs, state, best, must, last, ply)
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
    keep(proofs, state, must, last, ply, proof << 31 | refutation, memory.nodes - before)
    return proof << 31 | refutation


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


# The table: several entries a bucket. The one that took least work makes room.


@kernel
def question(must: int, last: int, ply: int) -> int:
    """What is asked of a position, as 8 bits: plies left (or ANY_TIME) << 1 | who must win, where that makes a difference."""
    if last == ANY_TIME:
        return ANY_TIME << 1 | (must & DRAWS)
    return (last - ply) << 1 | must


@kernel
def spread(high: int, low: int, asked: int) -> int:
    """A hash of at least 30 bits of a key and what is asked."""
    mixed = times(high, 0x1E3779B97F4A7C15) ^ times(low, 0x02B2AE3D27D4EB4F) ^ times(asked, 0x165667B19E3779F9)
    mixed &= MASK62
    mixed = times(mixed ^ mixed >> 29, 0x3F58476D1CE4E5B9) & MASK62
    return mixed ^ mixed >> 32


@kernel
def recall(proofs: Any, state: Any, must: int, last: int, ply: int) -> Any:
    """The numbers that the table holds for a question; 0 if there is no entry."""
    high, low = key(state, 0)
    asked = question(must, last, ply)
    mixed = spread(high, low, asked)
    if proofs.kept[mixed >> 5 & KEPT - 1] >> (mixed & 31) & 1 == 0:
        return 0
    place = (mixed & proofs.mask) * (ENTRY * ROOM)
    for at in range(place, place + ENTRY * ROOM, ENTRY):
        if proofs.entries[at] == high and proofs.entries[at + 1] == low and proofs.entries[at + 3] & 255 == asked:
            return proofs.entries[at + 2]
    return 0


@kernel
def keep(proofs: Any, state: Any, must: int, last: int, ply: int, numbers: int, work: int) -> None:
    """Write numbers over older ones of the same question, else over an empty entry or the one that took least work."""
    high, low = key(state, 0)
    asked = question(must, last, ply)
    mixed = spread(high, low, asked)
    proofs.kept[mixed >> 5 & KEPT - 1] |= 1 << (mixed & 31)
    place = (mixed & proofs.mask) * (ENTRY * ROOM)
    found, least = place, 1 << 62
    for at in range(place, place + ENTRY * ROOM, ENTRY):
        data = proofs.entries[at + 3]
        if proofs.entries[at] == high and proofs.entries[at + 1] == low and data & 255 == asked:
            found, work = at, work + (data >> 8)
            break
        if data < least:
            found, least = at, data
    proofs.entries[found], proofs.entries[found + 1], proofs.entries[found + 2] = high, low, numbers
    proofs.entries[found + 3] = max(work, 1) << 8 | asked
