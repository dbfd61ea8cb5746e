"""Ratings of cells by two flows over the board.

One flow runs back from the exits. A cell gets a fraction of its neighbours' flow, without the best one,
which the catcher can always close. So a cell near many ways out gets much. The other flow runs from the cat
over all ways alike. A block is rated by the product of both flows in its cell, a step by the first flow.

Cells are stored in rows with a rim of empty ones around them, so that every cell has six neighbours.
"""

from __future__ import annotations

from typing import Any

from common.games.circle_the_cat.hexagons import WORD, Hexagons
from common.kernels.kernel import kernel, lowest_bit

UNIT = 1 << 20  # flow of a source
EXIT_ROUNDS = 14  # an even number, because a round goes from one half of memory.flow to the other
CAT_ROUNDS = 12  # also even
EXIT_SHARE = 5  # of 32 parts; with more, long ways count as much as short ones
CAT_SHARE = 12  # of 32 parts

CELLS = ROWS = COLUMNS = STRIDE = AREA = 0  # filled in by `constants`, like the table
PLACE: tuple[int, ...] = ()
OVERRIDABLE = ("CELLS", "ROWS", "COLUMNS", "STRIDE", "AREA", "PLACE")


def constants(board: Hexagons) -> dict[str, object]:
    """Return the constants, by name, that the kernels of this module read, for one board."""
    stride = board.columns + 2
    places = [(cell // board.columns + 1) * stride + cell % board.columns + 1 for cell in range(board.size)]
    area = (board.rows + 2) * stride
    return {"CELLS": board.size, "ROWS": board.rows, "STRIDE": stride, "AREA": area, "PLACE": tuple(places)}


def fields(board: Hexagons) -> dict[str, int]:
    """Return the memory fields of the flows on one board, with their lengths."""
    area = (board.rows + 2) * (board.columns + 2)
    named = {"exit_share": 0, "cat_share": 0, "flow": 2 * area}
    return named | dict.fromkeys(("source", "passes", "from_exits"), area)


@kernel
def run_flow_round(memory: Any, here: int, there: int, share: int, best_closed: int) -> None:
    """Run one round of a flow: read memory.flow[here:], write memory.flow[there:].

    Each cell gets `share` of 32 parts of its neighbours' flow. With `best_closed` 1 the best one is left out.
    """
    for row in range(1, ROWS + 1):
        start = row * STRIDE
        above = start - STRIDE - (row & 1)
        below = start + STRIDE - (row & 1)
        for column in range(1, COLUMNS + 1):
            west, east = memory.flow[here + start + column - 1], memory.flow[here + start + column + 1]
            north_west = memory.flow[here + above + column]
            north_east = memory.flow[here + above + column + 1]
            south_west = memory.flow[here + below + column]
            south_east = memory.flow[here + below + column + 1]
            best = max(max(max(west, east), max(north_west, north_east)), max(south_west, south_east))
            total = west + east + north_west + north_east + south_west + south_east - best * best_closed
            at = start + column
            memory.flow[there + at] = (total * share >> 5 & memory.passes[at]) + memory.source[at]


@kernel
def set_flow(memory: Any, low: int, high: int, passes: int, source: int) -> None:
    """Set for each cell of a set (two words) the mask of the flow it passes on, -1 or 0, and its own flow."""
    while low | high:
        if low:
            cell = lowest_bit(low)
            low &= low - 1
        else:
            cell = WORD + lowest_bit(high)
            high &= high - 1
        memory.passes[PLACE[cell]], memory.source[PLACE[cell]] = passes, source


@kernel
def clear_flow(memory: Any) -> None:
    """Clear everything that a flow reads."""
    for at in range(AREA):
        memory.flow[at] = 0
        memory.flow[AREA + at] = 0
        memory.passes[at] = 0
        memory.source[at] = 0


@kernel
def flow_from_exits(memory: Any, low: int, high: int) -> None:
    """Compute the flow from the exits over the free cells (two words), in the lower half of memory.flow."""
    clear_flow(memory)
    set_flow(memory, low & ~memory.exit_low, high & ~memory.exit_high, -1, 0)
    set_flow(memory, low & memory.exit_low, high & memory.exit_high, 0, UNIT)
    for at in range(AREA):
        memory.flow[at] = memory.source[at]
    for _ in range(EXIT_ROUNDS // 2):
        run_flow_round(memory, 0, AREA, memory.exit_share, 1)
        run_flow_round(memory, AREA, 0, memory.exit_share, 1)


@kernel
def flow_from_cat(memory: Any, cat: int, low: int, high: int) -> None:
    """Compute the flow from the cat over the free cells, in the lower half of memory.flow.

    Exits pass nothing on: only the last round lets the flow enter them.
    """
    clear_flow(memory)
    set_flow(memory, low & ~memory.exit_low, high & ~memory.exit_high, -1, 0)
    memory.source[PLACE[cat]] = UNIT
    memory.passes[PLACE[cat]] = -1
    memory.flow[PLACE[cat]] = UNIT
    for _ in range(CAT_ROUNDS // 2 - 1):
        run_flow_round(memory, 0, AREA, memory.cat_share, 0)
        run_flow_round(memory, AREA, 0, memory.cat_share, 0)
    run_flow_round(memory, 0, AREA, memory.cat_share, 0)
    set_flow(memory, low & memory.exit_low, high & memory.exit_high, -1, 0)
    run_flow_round(memory, AREA, 0, memory.cat_share, 0)


@kernel
def rate_blocks(memory: Any, cat: int, low: int, high: int, first: int) -> None:
    """Write the rating of a block on each cell to memory.worth, from index `first` on.

    The cat stands on `cat`; `low` and `high` are the free cells. The flows are overwritten.
    """
    flow_from_exits(memory, low, high)
    for cell in range(CELLS):
        memory.from_exits[cell] = memory.flow[PLACE[cell]]
    flow_from_cat(memory, cat, low, high)
    for cell in range(CELLS):
        memory.worth[first + cell] = memory.from_exits[cell] * memory.flow[PLACE[cell]]


@kernel
def rate_steps(memory: Any, low: int, high: int, first: int) -> None:
    """Write the rating of a step on each cell to memory.worth, from index `first` on.

    `low` and `high` are the free cells. The flow is overwritten.
    """
    flow_from_exits(memory, low, high)
    for cell in range(CELLS):
        memory.worth[first + cell] = memory.flow[PLACE[cell]]
