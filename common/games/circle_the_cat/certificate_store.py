"""The store of certificates (certificates.py), by winner and cell of the cat."""

from __future__ import annotations

from typing import Any

from common.games.circle_the_cat.flow_heuristic import CELLS
from common.games.circle_the_cat.hexagons import WORD, Hexagons, around
from common.kernels.kernel import kernel, lowest_bit, popcount

CAT = 1
CATCHER = 2
MAX_CERTIFICATES = 2048  # most certificates for each cell and winner
NO_CELL = 127
INDEX_MASK = (1 << 24) - 1  # above every index of a certificate

ALL_LOW = ALL_HIGH = 0  # filled in by `certificate_sources`, like the tables
BIT_LOW: tuple[int, ...] = ()
BIT_HIGH: tuple[int, ...] = ()
OVERRIDABLE = ("CELLS", "ALL_LOW", "ALL_HIGH", "BIT_LOW", "BIT_HIGH")


def fields(board: Hexagons) -> dict[str, int]:
    """Return the memory fields, with their lengths, of the exits, the last proof and the certificates.

    An owner of certificates is a winner and a cell. A certificate is a set of cells and its horizon.
    """
    named = dict.fromkeys(("exit_low", "exit_high", "proof_low", "proof_high"), 0)
    owners = 3 * board.size
    named |= dict.fromkeys(("known_low", "known_high", "known_within"), owners * MAX_CERTIFICATES)
    return named | {"known": owners}


@kernel
def lowest_cell(low: int, high: int) -> int:
    """Return the number of the first cell of a set (two words); NO_CELL if it is empty."""
    if low:
        return lowest_bit(low)
    return WORD + lowest_bit(high) if high else NO_CELL


@kernel
def first_certificate(winner: int, cell: int) -> int:
    """Return the index of the first certificate of a winner and a cell of the cat.

    The mask changes nothing: it tells the compiler that no index is negative, which it would check each time.
    """
    return (winner * CELLS + cell) * MAX_CERTIFICATES & INDEX_MASK


@kernel
def learn(memory: Any, winner: int, cell: int, low: int, high: int, within: int) -> None:
    """Store a certificate; drop those that need the same or more cells and hold for no further horizon.

    Its cells, the words `low` and `high`, have to be free if `winner` is CAT and blocked if it is CATCHER.
    `within` is its horizon in steps. If there is no room for this winner and cat's cell, drop the oldest
    quarter.
    """
    owner = winner * CELLS + cell
    first, count = first_certificate(winner, cell), 0
    for at in range(first, first + memory.known[owner]):
        more = low & ~memory.known_low[at] | high & ~memory.known_high[at]
        if more or not covers_horizon(winner, within, memory.known_within[at]):
            move_certificate(memory, at, first + count)
            count += 1
    if count == MAX_CERTIFICATES:
        count -= MAX_CERTIFICATES // 4
        for at in range(first, first + count):
            move_certificate(memory, at + MAX_CERTIFICATES // 4, at)
    memory.known_low[first + count] = low
    memory.known_high[first + count] = high
    memory.known_within[first + count] = within
    memory.known[owner] = count + 1


@kernel
def covers_horizon(winner: int, within: int, other: int) -> bool:
    """Return True if a certificate for the horizon `within` also holds for the horizon `other`."""
    return within <= other if winner == CAT else within >= other


@kernel
def move_certificate(memory: Any, at: int, to: int) -> None:
    """Copy a certificate from index `at` to index `to`."""
    memory.known_low[to], memory.known_high[to] = memory.known_low[at], memory.known_high[at]
    memory.known_within[to] = memory.known_within[at]


@kernel
def completing_blocks(memory: Any, cell: int, low: int, high: int, within: int) -> tuple[int, int]:
    """Return the cells (two words), each of which completes a certificate against a cat on `cell`.

    `low` and `high` are the free cells. The certificates are the catcher's for the horizon `within` or a
    further one. Return all cells if one is complete already, and none if `cell` is an exit.
    """
    last_low, last_high = 0, 0
    if memory.exit_low & BIT_LOW[cell] | memory.exit_high & BIT_HIGH[cell]:
        return last_low, last_high
    first = first_certificate(CATCHER, cell)
    for at in range(first, first + memory.known[CATCHER * CELLS + cell]):
        missing_low, missing_high = memory.known_low[at] & low, memory.known_high[at] & high
        many = missing_low & (missing_low - 1) | missing_high & (missing_high - 1)
        if not many and not (missing_low and missing_high) and memory.known_within[at] >= within:
            if not (missing_low | missing_high):
                return ALL_LOW, ALL_HIGH
            last_low, last_high = last_low | missing_low, last_high | missing_high
    return last_low, last_high


@kernel
def use_smallest_certificate(
    memory: Any, cell: int, low: int, high: int, have_low: int, have_high: int, within: int
) -> None:
    """Set memory.proof to the catcher's certificate that adds the fewest blocks to the set `have`.

    The cat on `cell` has lost; `low` and `high` are the free cells. A certificate must be complete and hold
    for the horizon `within`. If none is stored, make one of two-distances and store it, or use all blocks.
    """
    first, least = first_certificate(CATCHER, cell), NO_CELL
    for at in range(first, first + memory.known[CATCHER * CELLS + cell]):
        known_low, known_high = memory.known_low[at], memory.known_high[at]
        if not (known_low & low | known_high & high) and memory.known_within[at] >= within:
            more = popcount(known_low & ~have_low) + popcount(known_high & ~have_high)
            if more < least:
                least = more
                memory.proof_low, memory.proof_high = known_low, known_high
    if least == NO_CELL:
        find_holding_blocks(memory, cell, low, high, within)
        if not is_held(memory, cell, low, high, within):
            return  # its certificate was dropped: all blocks of the position serve as one
        learn(memory, CATCHER, cell, memory.proof_low, memory.proof_high, within)


@kernel
def hopeful_cells(memory: Any, low: int, high: int, distance: int) -> tuple[int, int]:
    """Return the free cells (two words) of two-distance `distance` or less, open exits included.

    `low` and `high` are the free cells.
    """
    exits_low, exits_high = memory.exit_low & low, memory.exit_high & high
    all_low, all_high, more_low, more_high = 0, 0, exits_low, exits_high
    while distance > 0 and (more_low != all_low or more_high != all_high):
        all_low, all_high = more_low, more_high
        _, _, twice_low, twice_high = around(all_low, all_high)
        more_low, more_high, distance = twice_low & low | all_low, twice_high & high | all_high, distance - 1
    return more_low, more_high


@kernel
def is_held(memory: Any, cell: int, low: int, high: int, within: int) -> bool:
    """Return True if the two-distance of a cat on `cell` is infinite, or beyond the horizon `within`.

    `low` and `high` are the free cells.
    """
    hope_low, hope_high = hopeful_cells(memory, low, high, within)
    return not (hope_low & BIT_LOW[cell] | hope_high & BIT_HIGH[cell])


@kernel
def find_holding_blocks(memory: Any, cell: int, low: int, high: int, within: int) -> None:
    """Set memory.proof to a minimal set of blocks that keep the two-distance beyond the horizon.

    `low` and `high` are the free cells. If the blocks of the position do not do so, set it to all of them.
    """
    memory.proof_low, memory.proof_high = ALL_LOW & ~low, ALL_HIGH & ~high
    if not is_held(memory, cell, low, high, within):
        return
    left_low, left_high = memory.proof_low, memory.proof_high
    while left_low | left_high:
        block = lowest_cell(left_low, left_high)
        left_low, left_high = left_low & ~BIT_LOW[block], left_high & ~BIT_HIGH[block]
        free_low = ALL_LOW & ~memory.proof_low | BIT_LOW[block]
        free_high = ALL_HIGH & ~memory.proof_high | BIT_HIGH[block]
        if is_held(memory, cell, free_low, free_high, within):
            memory.proof_low &= ~BIT_LOW[block]
            memory.proof_high &= ~BIT_HIGH[block]
