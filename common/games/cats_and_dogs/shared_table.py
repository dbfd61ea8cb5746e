"""Table of answers for proof-number search (proof_number.py), for one thread or two; names no game.

An entry holds the whole position and the question, so its answer is exact. A sequence lock keeps threads from
reading half-written entries. Each group of buckets has a sequence word, which is odd during a write and rises
by two with every write. A reader that finds the same even word before and after has read a consistent entry.
A thread that finds the group locked goes on without the table.
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import compare_and_swap, kernel, load_acquire, prefetch, store_release
from common.kernels.memory import WORD_BYTES
from common.search.bucket_table import WAYS, least_work_entry
from common.search.move_order import PLIES
from common.search.transposition import hash_words

ANY_TIME = 127  # in place of a ply: a win counts at any ply
DRAWS = 1
INFINITE_NUMBER = 1 << 30  # number of an impossible proof or disproof; the other number is then 0
NUMBER = (1 << 31) - 1
ENTRY_WORDS = 4  # words: the key's two, the numbers, then work << 8 | plies left << 1 | must_win
BUCKET_WORDS = ENTRY_WORDS * WAYS  # words
# In tables of 256 MB or more a filter, a 17th of the memory, rules out most absent questions. Distant reads
# cost so much there that reading it first pays.
FILTERED_BUCKETS = 1 << 21
GROUPS = 1 << 10  # groups of buckets, whose sequence words stand behind the buckets
BUCKETS = 1 << 18  # of the engine's table: 32 MB
MAX_THREADS = 2  # most threads
# `table` is the handle of a block of `table_words(buckets)` words. `path` holds each thread's question at
# each ply. `known` is 0, or 1 + the least ply of a thread's path whose question the other has answered.
TABLE_FIELDS = {
    "mask": 0,
    "table": 0,
    "threads": 0,
    "path": MAX_THREADS * PLIES,
    "known": MAX_THREADS,
}
key: Any = None  # filled in by the game
RECORDS = {"proofs": TABLE_FIELDS}
OVERRIDABLE = ("key", "DRAWS")


def table_words(buckets: int) -> int:
    """Return the number of words of a table with this many buckets: they, the sequence words, the filter."""
    return buckets * (BUCKET_WORDS + 1) + GROUPS


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
def hash_of(state: Any, must_win: int, last_ply: int, ply: int) -> int:
    """Return the hash of a question."""
    high, low = key(state, 0)
    return hash_question(high, low, question_code(must_win, last_ply, ply))


@kernel
def sequence_index(proofs: Any, mixed: int) -> Any:
    """Return the index of the sequence word for the bucket of a hash."""
    return (proofs.mask + 1) * BUCKET_WORDS + (mixed & proofs.mask & GROUPS - 1)


@kernel
def look_up(proofs: Any, state: Any, must_win: int, last_ply: int, ply: int) -> Any:
    """Return the stored numbers of a question, as proof << 31 | disproof; 0 if there are none.

    Return 0 also if another thread is writing.
    """
    high, low = key(state, 0)
    asked = question_code(must_win, last_ply, ply)
    mixed = hash_question(high, low, asked)
    if (
        is_filtered(proofs)
        and load_acquire(proofs.table, filter_index(proofs, mixed)) & filter_bit(mixed) == 0
    ):
        return 0
    table, place, sequence = proofs.table, (mixed & proofs.mask) * BUCKET_WORDS, sequence_index(proofs, mixed)
    before = load_acquire(table, sequence)
    for at in range(place, place + BUCKET_WORDS, ENTRY_WORDS):
        if (
            load_acquire(table, at) == high
            and load_acquire(table, at + 1) == low
            and load_acquire(table, at + 3) & 255 == asked
        ):
            numbers = load_acquire(table, at + 2)
            return numbers if before & 1 == 0 and load_acquire(table, sequence) == before else 0
    return 0


@kernel
def is_filtered(proofs: Any) -> Any:
    """Return True if the table is so large that reading its filter first pays."""
    return proofs.mask + 1 >= FILTERED_BUCKETS


@kernel
def filter_index(proofs: Any, mixed: int) -> Any:
    """Return the index of the filter's word for a hash."""
    return (proofs.mask + 1) * BUCKET_WORDS + GROUPS + (mixed >> 29 & proofs.mask)


@kernel
def filter_bit(mixed: int) -> int:
    """Return the bit of a hash in its word of the filter."""
    return 1 << (mixed >> 24 & 31)


@kernel
def prefetch_numbers(proofs: Any, state: Any, must_win: int, last_ply: int, ply: int) -> None:
    """Prefetch what `look_up` reads first for a question that may soon be looked up."""
    mixed = hash_of(state, must_win, last_ply, ply)
    if is_filtered(proofs):
        prefetch(proofs.table, filter_index(proofs, mixed))
    else:
        place = (mixed & proofs.mask) * BUCKET_WORDS
        prefetch(proofs.table, place)
        prefetch(proofs.table, place + BUCKET_WORDS // 2)  # its second cache line


@kernel
def store_numbers(
    proofs: Any, state: Any, must_win: int, last_ply: int, ply: int, numbers: int, work: int
) -> None:
    """Store the numbers of a question; do nothing if another thread is writing.

    They replace those of the same question, else an empty entry or the one that took the least work. An
    answer is never replaced.
    """
    high, low = key(state, 0)
    asked = question_code(must_win, last_ply, ply)
    mixed = hash_question(high, low, asked)
    table, place, sequence = proofs.table, (mixed & proofs.mask) * BUCKET_WORDS, sequence_index(proofs, mixed)
    before = load_acquire(table, sequence)
    if before & 1 or not compare_and_swap(table, sequence, before, before + 1):
        return
    if is_filtered(proofs):
        # A bit is lost if the other thread writes the same word at this moment: its entry is then not found.
        known = filter_index(proofs, mixed)
        store_release(table, known, load_acquire(table, known) | filter_bit(mixed))
    found = -1
    for at in range(place, place + BUCKET_WORDS, ENTRY_WORDS):
        data = load_acquire(table, at + 3)
        if load_acquire(table, at) == high and load_acquire(table, at + 1) == low and data & 255 == asked:
            found, work = at, work + (data >> 8)
            if is_answer(load_acquire(table, at + 2)):  # answered by the other thread
                numbers = load_acquire(table, at + 2)
            break
    if found < 0:
        found = least_work_entry(table, place, ENTRY_WORDS, 0)
    store_release(table, found, high)
    store_release(table, found + 1, low)
    store_release(table, found + 2, numbers)
    store_release(table, found + 3, max(work, 1) << 8 | asked)
    store_release(table, sequence, before + 2)


@kernel
def is_answer(numbers: int) -> bool:
    """Return True if one of the two numbers is 0: the question is answered."""
    return numbers >> 31 == 0 or numbers & NUMBER == 0
