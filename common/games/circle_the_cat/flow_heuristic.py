"""Ratings of cells by two flows over the board.

One flow runs back from the exits. A cell gets a fraction of its neighbours' flow, without the best one,
which the catcher can always close. So a cell near many ways out gets much. The other flow runs from the cat
over all ways alike. A block is rated by the product of both flows in its cell, a step by the first flow.

Numbers are stored in rows with a rim of empty ones around them, so that every cell has six neighbours. Four
cells are computed at once (vectors.py). All numbers fit 32 bits: the largest sum of six neighbours, of the
flow from a cat in the middle of an empty board, is below 2**31.
"""

from __future__ import annotations

from typing import Any

from common.games.circle_the_cat.hexagons import WORD, Hexagons
from common.kernels.kernel import kernel
from common.kernels.vectors import (
    LANES,
    add_vectors,
    and_vectors,
    bits_vector,
    load_vector,
    max_vectors,
    number_at,
    scale_vector,
    set_number,
    shift_vector,
    store_vector,
    subtract_vectors,
)

UNIT = 1 << 20  # flow of a source
EXIT_ROUNDS = 14  # an even number, because a round goes from one half of memory.flow to the other
CAT_ROUNDS = 12  # also even
EXIT_SHARE = 5  # of 32 parts; with more, long ways count as much as short ones
CAT_SHARE = 12  # of 32 parts

CELLS = ROWS = COLUMNS = STRIDE = AREA = 0  # filled in by `constants`, like the table
PLACE: tuple[int, ...] = ()
OVERRIDABLE = ("CELLS", "ROWS", "COLUMNS", "STRIDE", "AREA", "PLACE")


def stride(board: Hexagons) -> int:
    """Return the length of a stored row: one rim vector, then the vectors of the cells, the last not full."""
    return LANES * (2 + board.columns // LANES)


def area(board: Hexagons) -> int:
    """Return the length of all rows, with a rim row on both sides, and a vector for reads beyond the end."""
    return (board.rows + 2) * stride(board) + LANES


def constants(board: Hexagons) -> dict[str, object]:
    """Return the constants, by name, that the kernels of this module read, for one board."""
    rows = (divmod(cell, board.columns) for cell in range(board.size))
    places = tuple((row + 1) * stride(board) + LANES + column for row, column in rows)
    sizes = {"CELLS": board.size, "ROWS": board.rows, "STRIDE": stride(board), "AREA": area(board)}
    return {**sizes, "PLACE": places}


def fields(board: Hexagons) -> dict[str, int]:
    """Return the memory fields of the flows on one board, with their lengths."""
    named = {"exit_share": 0, "cat_share": 0, "flow": 2 * area(board)}
    return named | dict.fromkeys(("source", "passes"), area(board))


@kernel
def run_flow_round(memory: Any, here: int, there: int, share: int, best_closed: int) -> None:
    """Run one round of a flow: read memory.flow[here:], write memory.flow[there:].

    Each cell gets `share` of 32 parts of its neighbours' flow. With `best_closed` 1 the best one is left out.
    """
    for row in range(1, ROWS + 1):
        start = row * STRIDE
        above = start - STRIDE - (row & 1)
        below = start + STRIDE - (row & 1)
        for column in range(LANES, STRIDE, LANES):
            west = load_vector(memory.flow, here + start + column - 1)
            east = load_vector(memory.flow, here + start + column + 1)
            north_west = load_vector(memory.flow, here + above + column)
            north_east = load_vector(memory.flow, here + above + column + 1)
            south_west = load_vector(memory.flow, here + below + column)
            south_east = load_vector(memory.flow, here + below + column + 1)
            total = add_vectors(add_vectors(west, east), add_vectors(north_west, north_east))
            total = add_vectors(total, add_vectors(south_west, south_east))
            if best_closed:
                best = max_vectors(max_vectors(west, east), max_vectors(north_west, north_east))
                best = max_vectors(best, max_vectors(south_west, south_east))
                total = subtract_vectors(total, best)
            whole = scale_vector(shift_vector(total, 5), share)  # total * share may need more than 32 bits
            rest = shift_vector(scale_vector(and_vectors(total, bits_vector(15, 31)), share), 5)
            passed = and_vectors(add_vectors(whole, rest), load_vector(memory.passes, start + column))
            flow = add_vectors(passed, load_vector(memory.source, start + column))
            store_vector(memory.flow, there + start + column, flow)


@kernel
def row_of(low: int, high: int, row: int) -> int:
    """Return the cells of a row of a set (two words), bit i for column i; higher bits may be set."""
    first = row * COLUMNS
    if first >= WORD:
        return high >> first - WORD
    if first + COLUMNS <= WORD:
        return low >> first
    return low >> first | (high & (1 << first + COLUMNS - WORD) - 1) << WORD - first


@kernel
def set_flow(memory: Any, low: int, high: int, exit_passes: int, exit_source: int) -> None:
    """Set for each free cell the mask of the flow that it passes on, -1 or 0, and its own flow.

    `low` and `high` are the free cells. `exit_passes` and `exit_source` are those of open exits. Other free
    cells pass all on and have none.
    """
    for row in range(ROWS):
        cells = row_of(low, high, row) & (1 << COLUMNS) - 1
        exits = row_of(memory.exit_low, memory.exit_high, row) & cells
        start = (row + 1) * STRIDE
        for column in range(LANES, STRIDE, LANES):
            shift = column - LANES
            passes = add_vectors(
                bits_vector((cells & ~exits) >> shift, -1), bits_vector(exits >> shift, exit_passes)
            )
            store_vector(memory.passes, start + column, passes)
            store_vector(memory.source, start + column, bits_vector(exits >> shift, exit_source))


@kernel
def start_flow(memory: Any) -> None:
    """Set the lower half of memory.flow to the sources."""
    for row in range(1, ROWS + 1):
        for at in range(row * STRIDE + LANES, (row + 1) * STRIDE, LANES):
            store_vector(memory.flow, at, load_vector(memory.source, at))


@kernel
def flow_from_exits(memory: Any, low: int, high: int) -> None:
    """Compute the flow from the exits over the free cells (two words), in the lower half of memory.flow."""
    set_flow(memory, low, high, 0, UNIT)
    start_flow(memory)
    for _ in range(EXIT_ROUNDS // 2):
        run_flow_round(memory, 0, AREA, memory.exit_share, 1)
        run_flow_round(memory, AREA, 0, memory.exit_share, 1)


@kernel
def flow_from_cat(memory: Any, cat: int, low: int, high: int) -> None:
    """Compute the flow from the cat over the free cells, in the lower half of memory.flow.

    Exits pass nothing on: only the last round lets the flow enter them.
    """
    set_flow(memory, low, high, 0, 0)
    set_number(memory.source, PLACE[cat], UNIT)
    set_number(memory.passes, PLACE[cat], -1)
    start_flow(memory)
    for _ in range(CAT_ROUNDS // 2 - 1):
        run_flow_round(memory, 0, AREA, memory.cat_share, 0)
        run_flow_round(memory, AREA, 0, memory.cat_share, 0)
    run_flow_round(memory, 0, AREA, memory.cat_share, 0)
    set_flow(memory, low, high, -1, 0)
    set_number(memory.source, PLACE[cat], UNIT)
    set_number(memory.passes, PLACE[cat], -1)
    run_flow_round(memory, AREA, 0, memory.cat_share, 0)


@kernel
def rate_blocks(memory: Any, cat: int, low: int, high: int, first: int) -> None:
    """Write the rating of a block on each cell to memory.worth, from index `first` on.

    The cat stands on `cat`; `low` and `high` are the free cells. The flows are overwritten.
    """
    rate_steps(memory, low, high, first)
    rate_blocks_again(memory, cat, low, high, first, first)


@kernel
def rate_blocks_again(memory: Any, cat: int, low: int, high: int, rated: int, first: int) -> None:
    """Write what `rate_blocks` writes, from the ratings of steps for the same free cells.

    These are in memory.worth from index `rated` on.
    """
    flow_from_cat(memory, cat, low, high)
    for cell in range(CELLS):
        memory.worth[first + cell] = memory.worth[rated + cell] * number_at(memory.flow, PLACE[cell])


@kernel
def rate_steps(memory: Any, low: int, high: int, first: int) -> None:
    """Write the rating of a step on each cell to memory.worth, from index `first` on.

    `low` and `high` are the free cells. The flow is overwritten.
    """
    flow_from_exits(memory, low, high)
    for cell in range(CELLS):
        memory.worth[first + cell] = number_at(memory.flow, PLACE[cell])
