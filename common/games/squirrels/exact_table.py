"""The transposition table of exact_search.py: bounds, best move and work of positions.

`mix` is an invertible hash of keys. So equal words are equal positions. Their low bits choose the bucket.

A wide entry is two words: mixed key XOR data, and data. Words written by two threads at once fail the
comparison (Hyatt and Mann 2002).

A compact entry is one word, which no thread can tear. Its bits, from below: lower bound, upper bound, move,
the high bits of the mixed key, work on a logarithmic scale. The bucket stands for the other bits of the key
(quotienting: Cleary 1984). It needs a large table and small values: exact_solver.py chooses.

All callers see the data of wide entries.
"""

from __future__ import annotations

from typing import Any

from common.games.squirrels.exact_rules import SQUARES
from common.kernels.kernel import kernel, popcount, set_word, word_at, wrapping_mul
from common.search.bucket_table import WAYS, least_work_entry

KEY_BITS = 2 * SQUARES
KEY_MASK = (1 << KEY_BITS) - 1
HALF_KEY = SQUARES  # bits; shifted by it, a key's high half falls on its low half
MIXER = 0x1E3779B97F4A7  # odd, so that it has an inverse
UNMIXER = pow(MIXER, -1, 1 << KEY_BITS)

# The data of an entry
BOUND_BITS = 17  # bits of a bound; the lowest bits are the lower and the upper bound
OFFSET = 1 << 16  # added to each stored bound, to make it positive
MOVE_SHIFT = 34  # lowest bit of the move
MOVE_MASK = 31  # mask of the move
NO_SQUARE = 31  # instead of a move
WORK_SHIFT = 40  # lowest bit of the work (nodes)
MOST_WORK = (1 << 22) - 1  # the largest stored work

# A compact entry
COMPACT_INFINITE = 1023  # in place of INFINITE: above every value of positions with LARGEST_COMPACT_SUM
LARGEST_COMPACT_SUM = COMPACT_INFINITE // 2  # of the square values: a position's value is at most twice that
COMPACT_BITS = 11  # bits of a bound
COMPACT_MASK = (1 << COMPACT_BITS) - 1
COMPACT_MOVE_SHIFT = 22  # lowest bit of the move
REST_SHIFT = 27  # lowest bit of the high bits of the mixed key
REST_BITS = 29  # number of these bits
REST_MASK = (1 << REST_BITS) - 1
COMPACT_WORK_SHIFT = REST_SHIFT + REST_BITS  # lowest bit of the work, of which 6 bits are left
BUCKET_BITS = KEY_BITS - REST_BITS  # number of the other bits of the mixed key, all part of a bucket's number
LEAST_COMPACT_BUCKETS = 1 << BUCKET_BITS

COSTLY_NODES = 1 << 18  # nodes from which an entry is noted in the journal, which nothing reads
NOTE_COUNT = 1 << 13  # number of notes; later ones overwrite the earliest
NOTE_WORDS = 3  # words of a note: key, data, key XOR data

FIELDS = {"compact": 0, "mask": 0, "table": 0, "note_count": 0, "journal": NOTE_WORDS * NOTE_COUNT}


@kernel
def mix(key: int) -> int:
    """Return an invertible hash of a key, as many bits, in which the low bits depend on all."""
    mixed = wrapping_mul(key, MIXER) & KEY_MASK
    mixed = wrapping_mul(mixed ^ mixed >> HALF_KEY, MIXER) & KEY_MASK
    return mixed ^ mixed >> HALF_KEY


@kernel
def unmix(word: int) -> int:
    """Return the key that `mix` has turned into this word."""
    key = wrapping_mul(word ^ word >> HALF_KEY, UNMIXER) & KEY_MASK
    return wrapping_mul(key ^ key >> HALF_KEY, UNMIXER) & KEY_MASK


@kernel
def bucket_of(memory: Any, word: int) -> int:
    """Return the index of a mixed key's bucket in the table, the `place` of the functions below."""
    return (word & memory.mask) * (2 * WAYS) >> memory.compact


# The data of an entry


@kernel
def pack_data(lower: int, upper: int, move: int, work: int) -> int:
    """Return bounds, move and work (nodes) as the data of an entry."""
    return (
        lower + OFFSET
        | upper + OFFSET << BOUND_BITS
        | move << MOVE_SHIFT
        | min(work, MOST_WORK) << WORK_SHIFT
    )


@kernel
def lower_of(data: int) -> int:
    """Return the lower bound in the data of an entry."""
    return (data & (1 << BOUND_BITS) - 1) - OFFSET


@kernel
def upper_of(data: int) -> int:
    """Return the upper bound in the data of an entry."""
    return (data >> BOUND_BITS & (1 << BOUND_BITS) - 1) - OFFSET


@kernel
def move_of(data: int) -> int:
    """Return the best move in the data of an entry, or NO_SQUARE."""
    return data >> MOVE_SHIFT & MOVE_MASK


@kernel
def work_of(data: int) -> int:
    """Return the nodes searched for the data of an entry, at most MOST_WORK."""
    return data >> WORK_SHIFT


# Compact entries


@kernel
def compact_bound(bound: int) -> int:
    """Return a bound in COMPACT_BITS. Those beyond every value become COMPACT_INFINITE."""
    return min(max(bound, -COMPACT_INFINITE), COMPACT_INFINITE) + COMPACT_INFINITE


@kernel
def expand_bound(code: int) -> int:
    """Return the bound that `compact_bound` has packed."""
    return code - COMPACT_INFINITE


@kernel
def compact_work(work: int) -> int:
    """Return work (up to MOST_WORK) on a logarithmic scale of 6 bits: two steps for each power of two."""
    below = work | work >> 1
    below |= below >> 2
    below |= below >> 4
    below |= below >> 8
    below |= below >> 16
    length = popcount(below)
    return 2 * length | work << 2 >> length & 1


@kernel
def expand_work(code: int) -> int:
    """Return the least work that `compact_work` packs to this code."""
    return (2 | code & 1) << (code >> 1) >> 2


@kernel
def compact_entry(word: int, data: int) -> int:
    """Return the compact entry of a mixed key with this data."""
    return (
        compact_bound(lower_of(data))
        | compact_bound(upper_of(data)) << COMPACT_BITS
        | move_of(data) << COMPACT_MOVE_SHIFT
        | word >> BUCKET_BITS << REST_SHIFT
        | compact_work(work_of(data)) << COMPACT_WORK_SHIFT
    )


@kernel
def expand_entry(entry: int) -> int:
    """Return the data of a compact entry."""
    return pack_data(
        expand_bound(entry & COMPACT_MASK),
        expand_bound(entry >> COMPACT_BITS & COMPACT_MASK),
        entry >> COMPACT_MOVE_SHIFT & MOVE_MASK,
        expand_work(entry >> COMPACT_WORK_SHIFT),
    )


# Entries of either kind


@kernel
def find_slot(memory: Any, place: int, word: int) -> Any:
    """Return the index and the data of a mixed key's entry, or -1 and 0 if there is none."""
    if memory.compact:
        rest = word >> BUCKET_BITS
        for at in range(place, place + WAYS):
            entry = word_at(memory.table, at)
            if entry >> REST_SHIFT & REST_MASK == rest and entry:
                return at, expand_entry(entry)
        return -1, 0
    for at in range(place, place + 2 * WAYS, 2):
        data = word_at(memory.table, at + 1)
        if word_at(memory.table, at) ^ data == word:
            return at, data
    return -1, 0


@kernel
def find_entry(memory: Any, place: int, word: int) -> int:
    """Return the data of a mixed key's entry (bounds, move, work), or 0 if there is none."""
    return find_slot(memory, place, word)[1]


@kernel
def store_entry(memory: Any, place: int, word: int, lower: int, upper: int, move: int, work: int) -> None:
    """Store bounds, move and work (nodes) in the bucket at `place`.

    They are merged with the key's entry, keeping the tighter bounds, or replace the entry of least work.
    An entry of COSTLY_NODES or more is also noted in the journal.
    """
    at, data = find_slot(memory, place, word)
    if at >= 0:
        lower = max(lower, lower_of(data))
        upper = min(upper, upper_of(data))
        work = max(work, work_of(data))
    data = pack_data(lower, upper, move, work)
    if memory.compact:
        if at < 0:
            at = least_work_entry(memory.table, place, 1, COMPACT_WORK_SHIFT)
        set_word(memory.table, at, compact_entry(word, data))
    else:
        if at < 0:
            at = least_work_entry(memory.table, place, 2, WORK_SHIFT)
        set_word(memory.table, at + 1, data)
        set_word(memory.table, at, word ^ data)
    if work >= COSTLY_NODES:
        note_lemma(memory, word, data)


@kernel
def note_lemma(memory: Any, word: int, data: int) -> None:
    """Note the entry of a mixed key in the journal, by its key."""
    key = unmix(word)
    at = NOTE_WORDS * (memory.note_count % NOTE_COUNT)
    memory.journal[at] = key
    memory.journal[at + 1] = data
    memory.journal[at + 2] = key ^ data
    memory.note_count += 1
