"""Depth-first proof-number search (df-pn, Nagai 2002): does the side to move win?

The proof number estimates the work to prove that the side to move wins, the disproof number the work to prove
that it does not. The search follows the move with the least proof number. It leaves that move when a number
passes its limit, because another move is then more promising. Limits are doubled, so that the search does not
switch to and fro (1 + epsilon: Pawlewicz and Lew 2007). The cats probably lose, so all of their moves have to
be refuted. There the search follows the hardest move until it is refuted or takes too much work.

Moves are listed level by level (proof_moves.py), the most promising first. A level is listed only if its
estimate is below the proof number of every listed move: one move suffices to prove a win, but a refutation
needs all levels. Only moves of the first level may end the game.

The question is who wins, or if memory.last_ply is less than ANY_TIME, whether memory.attacker (0 the cats, 1
the dogs) wins by that ply. Results are exact. Table entries hold the whole position and the question, and a
solved one has the numbers 0 and INFINITE_NUMBER, which no sum reaches. No position occurs twice in a game.
Tests fill in random graphs as other games.
"""

from __future__ import annotations

from typing import Any

from common.games.cats_and_dogs.kernels import end_score, key, play
from common.games.cats_and_dogs.proof_moves import INFINITE_NUMBER, effort, level_effort, list_level
from common.kernels.kernel import LIMIT_FIELDS, is_over, kernel, set_word, word_at
from common.search.alpha_beta import NOT_OVER, WIDTH
from common.search.bucket_table import WAYS, least_work_entry
from common.search.move_order import PLIES
from common.search.transposition import WON, hash_words

NUMBER = (1 << 31) - 1
MOST_SUM = INFINITE_NUMBER >> 6  # of disproof numbers; a game has at most 44 turns of each side
KNOWN_PLIES = 4  # a result that `effort` knows is reached within so many plies of the parent
ANY_TIME = 127  # as the last ply: a win counts at any ply
ENTRY_WORDS = 4  # the key's two with the question, the numbers, then work << MOVE_BITS | move
BUCKET_WORDS = ENTRY_WORDS * WAYS
MOVE_BITS = 24
QUESTION_SHIFT = 55  # of the question in the lower word of the key
OVERRIDABLE = ("end_score", "play", "list_level", "level_effort", "effort")


def fields(width: int) -> dict[str, int]:
    """Return the memory fields, with their lengths, that this search adds to those of alpha_beta.py.

    `width` is the room for the moves of a position. `numbers` is the handle of the table.
    """
    single = dict.fromkeys((*LIMIT_FIELDS, "best", "attacker", "last_ply", "numbers", "table_mask"), 0)
    of_moves = dict.fromkeys(("proofs", "disproofs"), width * PLIES)
    return single | of_moves | dict.fromkeys(("ends", "levels", "unlisted"), PLIES)


@kernel
def prove_win(memory: Any, state: Any, proof_limit: int, disproof_limit: int, ply: int) -> Any:
    """Return both numbers of a position that is not over, as proof << 31 | disproof.

    One of them has reached its limit, unless memory.stop is set. A proof writes its move to memory.best.
    """
    before = memory.nodes
    memory.nodes += 1
    if memory.nodes >= memory.check_at and is_over(memory):
        return 1 << 31 | 1
    entry = find_entry(memory, state, ply)
    if entry >= 0:
        numbers = word_at(memory.numbers, entry + 2)
        if numbers >> 31 >= proof_limit or numbers & NUMBER >= disproof_limit:
            memory.best = word_at(memory.numbers, entry + 3) & (1 << MOVE_BITS) - 1
            return numbers
    memory.ends[ply], memory.levels[ply], memory.unlisted[ply] = ply * WIDTH, 0, level_effort(state, 0)
    while True:
        best, proof, second, disproof = combine(memory, state[2] == 0, ply)
        if proof > memory.unlisted[ply]:
            list_next_level(memory, state, ply)
            continue
        if proof >= proof_limit or disproof >= disproof_limit or memory.stop:
            break
        numbers = prove_win(
            memory,
            play(state, memory.moves[best]),
            disproof_limit - disproof + memory.disproofs[best],
            min(proof_limit, 2 * second + 1),
            ply + 1,
        )
        memory.proofs[best], memory.disproofs[best] = numbers & NUMBER, numbers >> 31
    memory.best = memory.moves[best]
    store_numbers(memory, state, ply, proof << 31 | disproof, memory.nodes - before)
    return proof << 31 | disproof


@kernel
def combine(memory: Any, probably_lost: bool, ply: int) -> tuple[int, int, int, int]:
    """Return the move to follow, the proof number, that of the next best move, and the disproof number.

    The move is an index of memory.moves. In a position that is probably lost many lines transpose, so that
    the sum of disproof numbers would count work several times: it is the greatest and half of the others. No
    sum exceeds MOST_SUM: limits begin at INFINITE_NUMBER and fall by the sums of all plies above. A number
    that has reached its limit before the search would never change, and its move be followed for ever.
    """
    best = hardest = ply * WIDTH
    proof, second, most = INFINITE_NUMBER, memory.unlisted[ply], 0
    total = int(second < INFINITE_NUMBER)
    for at in range(ply * WIDTH, memory.ends[ply]):
        number, other = memory.proofs[at], memory.disproofs[at]
        total += other
        if number < proof:
            best, proof, second = at, number, min(second, proof)
        elif number < second:
            second = number
        if other > most:
            hardest, most = at, other
    if proof == 0:
        return best, 0, second, INFINITE_NUMBER
    if probably_lost:
        return hardest, proof, INFINITE_NUMBER, min(total + most + 1 >> 1, INFINITE_NUMBER - 1)
    return best, proof, second, min(total, MOST_SUM)


@kernel
def list_next_level(memory: Any, state: Any, ply: int) -> None:
    """List the next level, up to the first move that wins, and give numbers to its moves."""
    at, numbers = memory.ends[ply], NUMBER
    end = list_level(memory, state, memory.levels[ply], at, ply)
    memory.nodes += end - at
    while at < end and numbers & NUMBER:
        numbers = first_numbers(memory, state, play(state, memory.moves[at]), ply)
        memory.proofs[at], memory.disproofs[at] = numbers & NUMBER, numbers >> 31
        at += 1
    memory.ends[ply] = at
    memory.levels[ply] += 1
    memory.unlisted[ply] = level_effort(state, memory.levels[ply])


@kernel
def first_numbers(memory: Any, state: Any, child: Any, ply: int) -> Any:
    """Return the first numbers of `child`, the position after a move from `state` at `ply`.

    They come from the rules at the end of the game or at ply memory.last_ply, otherwise from `effort`.
    """
    score = end_score(memory, child, ply + 1) if memory.levels[ply] == 0 else NOT_OVER
    if score == NOT_OVER and ply + 1 < memory.last_ply:
        proof, disproof = effort(memory, state, child, ply)
        is_known = proof == 0 or disproof == 0
        return 1 << 31 | 1 if is_known and memory.last_ply < ply + KNOWN_PLIES else proof << 31 | disproof
    in_time = score != NOT_OVER and WON - abs(score) <= memory.last_ply
    wins = score > 0 if in_time else (child[2] > 0) != memory.attacker
    return INFINITE_NUMBER if wins else INFINITE_NUMBER << 31


@kernel
def question_key(memory: Any, state: Any, ply: int) -> tuple[int, int]:
    """Return the key of a position and the question: 0, or plies left << 1 | attacker."""
    high, low = key(state, 0)
    asked = 0 if memory.last_ply == ANY_TIME else (memory.last_ply - ply) << 1 | memory.attacker
    return high, low | asked << QUESTION_SHIFT


@kernel
def find_entry(memory: Any, state: Any, ply: int) -> Any:
    """Return the index of a question's entry in the table, -1 if there is none."""
    high, low = question_key(memory, state, ply)
    place = (hash_words(high, low, 0) & memory.table_mask) * BUCKET_WORDS
    for at in range(place, place + BUCKET_WORDS, ENTRY_WORDS):
        if word_at(memory.numbers, at) == high and word_at(memory.numbers, at + 1) == low:
            return at
    return -1


@kernel
def store_numbers(memory: Any, state: Any, ply: int, numbers: int, work: int) -> None:
    """Store the numbers of a question with memory.best, in place of its own or those of the least work."""
    high, low = question_key(memory, state, ply)
    entry = find_entry(memory, state, ply)
    if entry >= 0:
        work += word_at(memory.numbers, entry + 3) >> MOVE_BITS
    else:
        place = (hash_words(high, low, 0) & memory.table_mask) * BUCKET_WORDS
        entry = least_work_entry(memory.numbers, place, ENTRY_WORDS, MOVE_BITS)
    set_word(memory.numbers, entry, high)
    set_word(memory.numbers, entry + 1, low)
    set_word(memory.numbers, entry + 2, numbers)
    set_word(memory.numbers, entry + 3, work << MOVE_BITS | memory.best)
