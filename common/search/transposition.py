"""The transposition table.

An entry is three words: the two words of an exact key, and one of score, depth, bound and move. If sets take
two words (wide_cells.py), the key is two sets and an entry has five words.
"""

from __future__ import annotations

from typing import Any

from common.kernels.cells import SET_WORDS, fold, high_word, low_word
from common.kernels.kernel import Cells, kernel, wrapping_mul

# Most entries of a search; `table_bits` in think.py says how many it has.
ENTRIES = 1 << 23
LOWER = 1
UPPER = 2
EXACT = 3
WON = 30_000  # an immediate win; a win in n plies is worth WON - n
# Scores beyond this count plies to the end: from the root in a search, in the table from an entry's position.
FAR_WON = 29_000
FIELDS = {"mask": 0, "entries": 3 * ENTRIES}
WIDE_FIELDS = FIELDS | {"entries": 5 * ENTRIES}
MASK62 = (1 << 62) - 1


@kernel
def slot_index(table: Any, high: Cells, low: Cells) -> int:
    """Return the index in table.entries of the first word of the slot for a key."""
    return (hash_words(fold(high), fold(low), 0) & table.mask) * (2 * SET_WORDS + 1)


@kernel
def hash_words(high: int, low: int, more: int) -> int:
    """Hash three words to 62 bits, of which at least 30 are well mixed."""
    mixed = (
        wrapping_mul(high, 0x1E3779B97F4A7C15)
        ^ wrapping_mul(low, 0x02B2AE3D27D4EB4F)
        ^ wrapping_mul(more, 0x165667B19E3779F9)
    )
    mixed &= (1 << 62) - 1
    mixed = wrapping_mul(mixed ^ mixed >> 29, 0x3F58476D1CE4E5B9) & (1 << 62) - 1
    return mixed ^ mixed >> 32


@kernel
def probe(table: Any, high: Cells, low: Cells) -> int:
    """Return the data word stored for a key, or 0 if there is none."""
    slot = slot_index(table, high, low)
    if table.entries[slot] != low_word(high) or table.entries[slot + 1] != low_word(low):
        return 0
    if SET_WORDS > 1 and (
        table.entries[slot + 2] != high_word(high) or table.entries[slot + 3] != high_word(low)
    ):
        return 0
    return table.entries[slot + 2 * SET_WORDS]


@kernel
def store(
    table: Any, high: Cells, low: Cells, score: int, depth: int, bound: int, move: int, ply: int
) -> None:
    """Store an entry for a key, replacing any other in its slot.

    A win in `score` counts plies from the root, `ply` plies earlier. `bound` is LOWER, UPPER or EXACT.
    """
    if score > FAR_WON:
        score += ply
    elif score < -FAR_WON:
        score -= ply
    data = score + 32768 | depth << 16 | bound << 23 | move << 25
    slot = slot_index(table, high, low)
    table.entries[slot + 2 * SET_WORDS] = data
    table.entries[slot] = low_word(high)
    table.entries[slot + 1] = low_word(low)
    if SET_WORDS > 1:
        table.entries[slot + 2] = high_word(high)
        table.entries[slot + 3] = high_word(low)


@kernel
def stored_score(data: int) -> int:
    """Return the score in a data word: a win counts plies from the entry's own position."""
    return (data & 65535) - 32768


@kernel
def entry_score(data: int, ply: int) -> int:
    """Return the score in a data word as seen from the root, `ply` plies earlier."""
    score = stored_score(data)
    if score > FAR_WON:
        return score - ply
    if score < -FAR_WON:
        return score + ply
    return score


@kernel
def entry_depth(data: int) -> int:
    """Return the search depth of an entry."""
    return data >> 16 & 127


@kernel
def entry_bound(data: int) -> int:
    """Return the kind of bound: LOWER, UPPER or EXACT."""
    return data >> 23 & 3


@kernel
def entry_move(data: int) -> int:
    """Return the best move of an entry."""
    return data >> 25


@kernel
def is_sufficient(data: int, depth: int, alpha: int, beta: int, ply: int, horizon: int) -> bool:
    """Return True if an entry is at least `depth` deep and its score decides the window.

    A win beyond the `horizon` (in plies from the entry's position) is not valid.
    """
    plies = WON - abs(stored_score(data))
    if entry_depth(data) < depth or horizon < plies <= WON - FAR_WON:
        return False
    score, bound = entry_score(data, ply), entry_bound(data)
    return bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)
