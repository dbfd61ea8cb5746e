"""Buckets of hash tables in a block: a position may be in any of WAYS entries side by side.

An entry and its bucket give the whole key. The last word of an entry ends with the work behind it, and the
entry with the least work is replaced. The search decides what else an entry holds: two bounds
(games/squirrels/exact_search.py), an answer for a range of idle moves (games/walls/proof_table.py) or two
proof numbers (games/cats_and_dogs/proof_number.py).
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel, word_at

WAYS = 4  # entries in a bucket


@kernel
def least_work_entry(words: Any, place: int, size: int, shift: int) -> int:
    """Return the word index of the entry with the least work in a bucket, the first of several.

    `place` is the word index of the bucket, and `size` the number of words of an entry. `shift` removes the
    bits below the work in an entry's last word.
    """
    found = place
    least = word_at(words, place + size - 1) >> shift
    for at in range(place + size, place + WAYS * size, size):
        work = word_at(words, at + size - 1) >> shift
        if work < least:
            found = at
            least = work
    return found
