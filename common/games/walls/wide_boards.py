"""Kernels for 9x9 and 11x11, where a set takes two words; they override those for smaller boards."""

from __future__ import annotations

from typing import Any

from common.games.walls.board import STALL
from common.games.walls.longest_path import PATH_SLOTS, UNKNOWN, path_slot
from common.games.walls.wide_cells import bit, fold, high_word, low_word, set_from_words
from common.kernels.kernel import Cells, kernel, wrapping_mul

PLAYER = 12
BEST = 13
LEVEL = 14
FIRST_SPARE_BIT = 128 - 7  # the first bit beyond the squares of every board
ENTRY_WORDS = 5  # words of a stored path length: unmarked squares, bricks, and the player with the length
FIELDS = {"paths": ENTRY_WORDS * PATH_SLOTS, "levels": (11 * 11 + 1) * LEVEL}


@kernel
def stored_path(memory: Any, bricks: Cells, unmarked: Cells, player: int) -> int:
    """Return the stored path length of a player, or UNKNOWN if it is missing or overwritten."""
    slot = wide_slot(bricks, unmarked, player)
    if memory.paths[slot] != low_word(unmarked) or memory.paths[slot + 1] != high_word(unmarked):
        return UNKNOWN
    if memory.paths[slot + 2] != low_word(bricks) or memory.paths[slot + 3] != high_word(bricks):
        return UNKNOWN
    data = memory.paths[slot + 4]
    return data >> 16 if data & 0xFFFF == player else UNKNOWN


@kernel
def store_path(memory: Any, bricks: Cells, unmarked: Cells, player: int, length: int) -> None:
    """Store a path length, overwriting the slot. No key matches an empty slot: keys have unmarked squares."""
    slot = wide_slot(bricks, unmarked, player)
    memory.paths[slot], memory.paths[slot + 1] = low_word(unmarked), high_word(unmarked)
    memory.paths[slot + 2], memory.paths[slot + 3] = low_word(bricks), high_word(bricks)
    memory.paths[slot + 4] = player | length << 16


@kernel
def wide_slot(bricks: Cells, unmarked: Cells, player: int) -> int:
    """Return the index in memory.paths of the slot of a key."""
    return ENTRY_WORDS * path_slot(fold(unmarked) ^ wrapping_mul(player, 0x1E3779B97F4A7C15), fold(bricks))


@kernel
def key(state: Any, depth: int) -> Any:
    """Return the table key of a position as two sets; `depth` and the players' names do not matter.

    Both sets include both players' squares. The 14 bits beyond the board hold facings and idle moves. They
    also say if each player is on its own brick, and which square is whose.
    """
    own, other, me, you, _ = state
    here, there = me >> 6, you >> 6
    on_own = ((own >> here & 1) != 0) + 2 * ((other >> there & 1) != 0) + 4 * (here < there)
    rest = ((me & 15) * (STALL + 1) + (you & 15)) << 7 | (me >> 4 & 3) << 5 | (you >> 4 & 3) << 3 | on_own
    both = bit(here) | bit(there)
    return own | both | set_from_words(rest & 127, 0) << FIRST_SPARE_BIT, other | both | set_from_words(
        rest >> 7, 0
    ) << FIRST_SPARE_BIT
