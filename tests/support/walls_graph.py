"""Full graph search of 3x3 Walls, an oracle: every position is searched once and stored with its exact value.

The key of a position, with the side to move, has 40 bits.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from common.games.walls import moves
from common.games.walls.board import STALL
from common.games.walls.longest_path import board_constants
from common.games.walls.moves import keeps_turn, play
from common.kernels.cells import bit
from common.kernels.kernel import kernel, popcount
from common.kernels.linked_kernels import LinkedKernels

SLOTS = 1 << 25  # of memory.graph: some 13 million positions fill less than half, so probing is short
FIELDS = {"count": 0, "graph": SLOTS}
KEY_MASK = (1 << 40) - 1
MASK30 = (1 << 30) - 1
UNKNOWN = -16  # below every value

BOARD = 0
OVERRIDABLE = ("BOARD",)


@kernel
def value_of(memory: Any, state: Any) -> Any:
    """Return the exact final lead in bricks of the side to move, stored in memory.graph."""
    own, other, me, you, side = state
    name = 1 + (own | other << 9 | me << 18 | you << 28 | side << 38)
    slot = ((name ^ name >> 11) & MASK30) * 0x5E3779B1 >> 20 & SLOTS - 1
    while memory.graph[slot] and memory.graph[slot] & KEY_MASK != name:
        slot = slot + 1 & SLOTS - 1
    if memory.graph[slot]:
        return (memory.graph[slot] >> 40) + UNKNOWN
    best = popcount(own) - popcount(other)
    if own | other != BOARD and (me & 15 < STALL or you & 15 < STALL):
        best = UNKNOWN
        for move in range(3):
            child = play(state, move)
            value = value_of(memory, child)
            best = max(best, value if keeps_turn(state, child) else -value)
    while memory.graph[slot]:
        slot = slot + 1 & SLOTS - 1
    memory.graph[slot] = name | best - UNKNOWN << 40
    memory.count += 1
    return best


@cache
def graph() -> LinkedKernels:
    """Link the kernels that search 3x3."""
    rules = {"bit": bit, "TRY": moves.TRY, "TURN_LEFT": moves.TURN_LEFT}
    names = rules | board_constants(3)
    return LinkedKernels("walls_graph", globals(), names, records={"memory": FIELDS}, state_size=5)
