"""What longest_path.py and moves.py keep of a board of 9x9 or 11x11, whose sets take two words: filled in for theirs."""

from __future__ import annotations

from typing import Any

from common.games.walls.longest_path import TRAILS, UNKNOWN, trail_slot
from common.games.walls.wide_cells import bit, folded, high_word, low_word, set_of
from common.kernels.kernel import Cells, kernel, times

STALL = 9
WALKER, BEST, LEVEL = 12, 13, 14
SPARE = 128 - 7  # from this bit on no board has squares
ENTRY = 5  # words of a trail that is remembered: unmarked squares, marks, the walker with the answer
FIELDS = {"trails": ENTRY * TRAILS, "levels": (11 * 11 + 1) * LEVEL}
FILLED_IN = ("STALL",)


@kernel
def known_trail(memory: Any, marks: Cells, unmarked: Cells, walker: int) -> int:
    """What `keep_trail` has written of a walker; UNKNOWN if that is not there any more."""
    slot = wide_slot(marks, unmarked, walker)
    if memory.trails[slot] != low_word(unmarked) or memory.trails[slot + 1] != high_word(unmarked):
        return UNKNOWN
    if memory.trails[slot + 2] != low_word(marks) or memory.trails[slot + 3] != high_word(marks):
        return UNKNOWN
    data = memory.trails[slot + 4]
    return data >> 16 if data & 0xFFFF == walker else UNKNOWN


@kernel
def keep_trail(memory: Any, marks: Cells, unmarked: Cells, walker: int, most: int) -> None:
    """Write the most squares to mark over whatever stands in the slot; no empty one matches, as squares are unmarked."""
    slot = wide_slot(marks, unmarked, walker)
    memory.trails[slot], memory.trails[slot + 1] = low_word(unmarked), high_word(unmarked)
    memory.trails[slot + 2], memory.trails[slot + 3] = low_word(marks), high_word(marks)
    memory.trails[slot + 4] = walker | most << 16


@kernel
def wide_slot(marks: Cells, unmarked: Cells, walker: int) -> int:
    """The index in memory.trails of the answer for a walker."""
    return ENTRY * trail_slot(folded(unmarked) ^ times(walker, 0x1E3779B97F4A7C15), folded(marks))


@kernel
def key(state: Any, depth: int) -> Any:
    """Everything but the names of the walkers: two sets that share the walkers' squares and nothing else.

    The 14 bits beyond the board hold the rest: facings, idle moves, who stands on a mark of its own, and who is where.
    """
    own, other, me, you, _ = state
    here, there = me >> 6, you >> 6
    marked = ((own >> here & 1) != 0) + 2 * ((other >> there & 1) != 0) + 4 * (here < there)
    rest = ((me & 15) * (STALL + 1) + (you & 15)) << 7 | (me >> 4 & 3) << 5 | (you >> 4 & 3) << 3 | marked
    both = bit(here) | bit(there)
    return own | both | set_of(rest & 127, 0) << SPARE, other | both | set_of(rest >> 7, 0) << SPARE
