"""What proof-number search (proof_number.py) has found out of a question, for one thread or two. Names no game.

An entry holds the whole position and what is asked, so nothing in it is guessed, and it is never read while half of it is
written: a word for each group of buckets is odd while one of them is being written and rises by two each time, so who reads the
same even word before and after has read what was written at once (a sequence lock). Who comes second goes on without.
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import claim_word, kernel, share_word, shared_word
from common.search.bucket_table import WAYS, cheapest
from common.search.move_order import PLIES
from common.search.transposition import mix

ANY_TIME = 127  # in place of a ply: a win counts however late it comes
DRAWS = 1
NEVER = 1 << 30  # the number of what is impossible; the position's other number is then 0
NUMBER = (1 << 31) - 1
ENTRY = 4  # words: the key's two, the numbers, then work << 8 | plies left << 1 | who must win
BUCKET = ENTRY * WAYS  # words
GROUPS = 1 << 10  # of buckets, each with one sequence word, behind the buckets
BUCKETS = 1 << 18  # of the table in use: 32 MB
MOST_BUCKETS = 1 << 20  # 128 MB, where there is time
# words of 32 bits, a filter that tells without a look at the table that a position is not there
KEPT = 1 << 17
PAIR = 2  # threads at most
# `table` is the handle of a block of words_of(buckets); `path` is what each thread asks at each ply, `known` 1 + the least ply
# of a question of its path that the other one has answered, else 0
TABLE_FIELDS = {"mask": 0, "table": 0, "threads": 0, "kept": KEPT, "path": PAIR * PLIES, "known": PAIR}
key: Any = None  # filled in by the game
RECORDS = {"proofs": TABLE_FIELDS}
FILLED_IN = ("key", "DRAWS")


def words_of(buckets: int) -> int:
    """How many words a table of so many buckets has."""
    return buckets * BUCKET + GROUPS


@kernel
def question(must: int, last: int, ply: int) -> int:
    """What is asked of a position, as 8 bits: plies left (or ANY_TIME) << 1 | who must win, where that makes a difference."""
    if last == ANY_TIME:
        return ANY_TIME << 1 | (must & DRAWS)
    return (last - ply) << 1 | must


@kernel
def spread(high: int, low: int, asked: int) -> int:
    """A hash of at least 30 bits of a key and what is asked."""
    return mix(high, low, asked)


@kernel
def sequence_of(proofs: Any, mixed: int) -> Any:
    """Where the sequence word of a hash's bucket stands."""
    return (proofs.mask + 1) * BUCKET + (mixed & proofs.mask & GROUPS - 1)


@kernel
def recall(proofs: Any, state: Any, must: int, last: int, ply: int) -> Any:
    """The numbers that the table holds for a question; 0 if there is no entry, or just now another thread writes."""
    high, low = key(state, 0)
    asked = question(must, last, ply)
    mixed = spread(high, low, asked)
    if proofs.kept[mixed >> 5 & KEPT - 1] >> (mixed & 31) & 1 == 0:
        return 0
    table, place, sequence = proofs.table, (mixed & proofs.mask) * BUCKET, sequence_of(proofs, mixed)
    before = shared_word(table, sequence)
    for at in range(place, place + BUCKET, ENTRY):
        if (
            shared_word(table, at) == high
            and shared_word(table, at + 1) == low
            and shared_word(table, at + 3) & 255 == asked
        ):
            numbers = shared_word(table, at + 2)
            return numbers if before & 1 == 0 and shared_word(table, sequence) == before else 0
    return 0


@kernel
def keep(proofs: Any, state: Any, must: int, last: int, ply: int, numbers: int, work: int) -> None:
    """Write numbers over open ones of the same question, else over an empty entry or the one that took least work."""
    high, low = key(state, 0)
    asked = question(must, last, ply)
    mixed = spread(high, low, asked)
    table, place, sequence = proofs.table, (mixed & proofs.mask) * BUCKET, sequence_of(proofs, mixed)
    before = shared_word(table, sequence)
    if before & 1 or not claim_word(table, sequence, before, before + 1):
        return
    proofs.kept[mixed >> 5 & KEPT - 1] |= 1 << (
        mixed & 31
    )  # of two threads one may be lost: then an entry is not found
    found = -1
    for at in range(place, place + BUCKET, ENTRY):
        data = shared_word(table, at + 3)
        if shared_word(table, at) == high and shared_word(table, at + 1) == low and data & 255 == asked:
            found, work = at, work + (data >> 8)
            if is_answer(shared_word(table, at + 2)):  # by the other thread
                numbers = shared_word(table, at + 2)
            break
    if found < 0:
        found = cheapest(table, place, ENTRY, 0)
    share_word(table, found, high)
    share_word(table, found + 1, low)
    share_word(table, found + 2, numbers)
    share_word(table, found + 3, max(work, 1) << 8 | asked)
    share_word(table, sequence, before + 2)


@kernel
def is_answer(numbers: int) -> bool:
    """True if one of the two numbers is 0: the question is answered."""
    return numbers >> 31 == 0 or numbers & NUMBER == 0


# Two threads: each knows where the other one is.


@kernel
def hash_of(state: Any, must: int, last: int, ply: int) -> int:
    """The hash of a question."""
    high, low = key(state, 0)
    return spread(high, low, question(must, last, ply))


@kernel
def arrive(proofs: Any, thread: int, asked: int, ply: int) -> None:
    """Thread 0 or 1 is at a question, a hash, from now on; at none if it is 0."""
    proofs.path[thread * PLIES + ply] = asked


@kernel
def is_there(proofs: Any, thread: int, asked: int, ply: int) -> Any:
    """True if the other one of two threads is at a question, a hash."""
    return proofs.path[(1 - thread) * PLIES + ply] == asked


@kernel
def call_back(proofs: Any, thread: int, asked: int, ply: int) -> None:
    """Tell the other thread, if it is at a question, that this one has answered it; the first question ends with its own move."""
    known = proofs.known[1 - thread]
    if ply and is_there(proofs, thread, asked, ply) and (known == 0 or known > ply + 1):
        proofs.known[1 - thread] = ply + 1


@kernel
def is_called_back(proofs: Any, thread: int, ply: int) -> Any:
    """True if a question on the thread's path down to this ply is answered."""
    return 0 < proofs.known[thread] <= ply + 1
