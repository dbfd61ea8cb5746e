"""Buckets of hash tables in a block: a position may stand in WAYS entries side by side, all with whole keys.

The last word of an entry ends with the work behind it, and the entry of least work gives way. What else an
entry holds is up to the search: two bounds (games/squirrels/exact_search.py), an answer for a range of
idle moves (games/walls/proof_table.py), two proof numbers (games/cats_and_dogs/shared_table.py).
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel, word_at

WAYS = 4  # entries of a bucket


@kernel
def cheapest(words: Any, place: int, size: int, shift: int) -> int:
    """Return the index of a bucket's entry whose last word, shifted, is least, the first of equals."""
    found = place
    least = word_at(words, place + size - 1) >> shift
    for at in range(place + size, place + WAYS * size, size):
        work = word_at(words, at + size - 1) >> shift
        if work < least:
            found = at
            least = work
    return found
