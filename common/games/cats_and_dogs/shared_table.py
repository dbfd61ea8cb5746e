"""Table of answers for proof-number search (proof_number.py); names no game.

An entry holds the whole position and the question, so its answer is exact.
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel, set_word, word_at
from common.kernels.memory import WORD_BYTES
from common.search.bucket_table import WAYS, least_work_entry
from common.search.transposition import hash_words

ANY_TIME = 127  # in place of a ply: a win counts at any ply
DRAWS = 1
INFINITE_NUMBER = 1 << 30  # number of an impossible proof or disproof; the other number is then 0
NUMBER = (1 << 31) - 1
ENTRY_WORDS = 4  # words: the key's two, the numbers, then work << 8 | plies left << 1 | must_win
BUCKET_WORDS = ENTRY_WORDS * WAYS  # words
BUCKETS = 1 << 18  # of the engine's table: 32 MB
# `table` is the handle of a block of `table_words(buckets)` words.
TABLE_FIELDS = {"mask": 0, "table": 0}
key: Any = None  # filled in by the game
RECORDS = {"proofs": TABLE_FIELDS}
OVERRIDABLE = ("key", "DRAWS")


def table_words(buckets: int) -> int:
    """Return the number of words of a table with this many buckets."""
    return buckets * BUCKET_WORDS


def table_buckets(gigabytes: float) -> int:
    """Return the buckets of a table of so much memory, rounded down to a power of two; at least one."""
    most = int(gigabytes * 1e9) // (BUCKET_WORDS * WORD_BYTES)
    return 1 << max(most.bit_length() - 1, 0)


@kernel
def question_code(must_win: int, last_ply: int, ply: int) -> int:
    """Return a question as 8 bits: plies left (or ANY_TIME) << 1 | `must_win`.

    Without a last ply, `must_win` is dropped in games without draws, because it makes no difference there.
    """
    if last_ply == ANY_TIME:
        return ANY_TIME << 1 | (must_win & DRAWS)
    return (last_ply - ply) << 1 | must_win


@kernel
def hash_question(high: int, low: int, question: int) -> int:
    """Return a hash of at least 30 bits of a key and a question."""
    return hash_words(high, low, question)


@kernel
def look_up(proofs: Any, state: Any, must_win: int, last_ply: int, ply: int) -> Any:
    """Return the stored numbers of a question, as proof << 31 | disproof; 0 if there are none."""
    high, low = key(state, 0)
    asked = question_code(must_win, last_ply, ply)
    place = (hash_question(high, low, asked) & proofs.mask) * BUCKET_WORDS
    for at in range(place, place + BUCKET_WORDS, ENTRY_WORDS):
        if (
            word_at(proofs.table, at) == high
            and word_at(proofs.table, at + 1) == low
            and word_at(proofs.table, at + 3) & 255 == asked
        ):
            return word_at(proofs.table, at + 2)
    return 0


@kernel
def store_numbers(
    proofs: Any, state: Any, must_win: int, last_ply: int, ply: int, numbers: int, work: int
) -> None:
    """Store the numbers of a question.

    They replace those of the same question, else an empty entry or the one that took the least work.
    """
    high, low = key(state, 0)
    asked = question_code(must_win, last_ply, ply)
    table, place = proofs.table, (hash_question(high, low, asked) & proofs.mask) * BUCKET_WORDS
    found = -1
    for at in range(place, place + BUCKET_WORDS, ENTRY_WORDS):
        data = word_at(table, at + 3)
        if word_at(table, at) == high and word_at(table, at + 1) == low and data & 255 == asked:
            found, work = at, work + (data >> 8)
            if is_answer(word_at(table, at + 2)):
                numbers = word_at(table, at + 2)
            break
    if found < 0:
        found = least_work_entry(table, place, ENTRY_WORDS, 0)
    set_word(table, found, high)
    set_word(table, found + 1, low)
    set_word(table, found + 2, numbers)
    set_word(table, found + 3, max(work, 1) << 8 | asked)


@kernel
def is_answer(numbers: int) -> bool:
    """Return True if one of the two numbers is 0: the question is answered."""
    return numbers >> 31 == 0 or numbers & NUMBER == 0
