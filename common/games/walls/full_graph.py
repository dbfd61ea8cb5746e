"""The whole graph of 3x3, searched with memory: every position once, with its exact value.

A position, with the side to move, is one number of 40 bits.
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel, popcount

SLOTS = 1 << 25  # of memory.graph: room for some 13 million positions without long searches
FIELDS = {"count": 0, "graph": SLOTS}
NAME, MASK30 = (1 << 40) - 1, (1 << 30) - 1
MOVES = 3
UNKNOWN = -16  # below every value

BOARD = STALL = 0
play: Any = None
keeps_turn: Any = None
FILLED_IN = ("BOARD", "STALL", "play", "keeps_turn")


@kernel
def value_of(memory: Any, state: Any) -> Any:
    """Return the exact difference in bricks for the side to move; memory.graph stores each position once."""
    own, other, me, you, side = state
    name = 1 + (own | other << 9 | me << 18 | you << 28 | side << 38)
    slot = ((name ^ name >> 11) & MASK30) * 0x5E3779B1 >> 20 & SLOTS - 1
    while memory.graph[slot] and memory.graph[slot] & NAME != name:
        slot = slot + 1 & SLOTS - 1
    if memory.graph[slot]:
        return (memory.graph[slot] >> 40) + UNKNOWN
    best = popcount(own) - popcount(other)
    if own | other != BOARD and (me & 15 < STALL or you & 15 < STALL):
        best = UNKNOWN
        for move in range(MOVES):
            child = play(state, move)
            value = value_of(memory, child)
            best = max(best, value if keeps_turn(state, child) else -value)
    while memory.graph[slot]:
        slot = slot + 1 & SLOTS - 1
    memory.graph[slot] = name | best - UNKNOWN << 40
    memory.count += 1
    return best
