"""Proof of the winner: an AND/OR search that learns certificates.

The cat steps toward open exits. The catcher, to move, blocks one cell a turn. A block never hurts the
catcher, so one proof covers many positions. It leaves a certificate, one of two sets:

    S   free cells: the cat on this cell wins as long as all of them are free
    R   blocks: the cat on this cell has lost once all of them are blocked

A position that matches a certificate needs no search, and certificates are all that the search remembers. If
a step refutes one block with a set S, it refutes every block outside S: only the cells of S are left to try.
A cat with fewer than two neighbours of finite two-distance (distances.py) has lost. If only one exit is
beside the cat, the catcher has to block it, so that this exit belongs to S.

A question may have a horizon: does the cat win within a number of steps? Then S holds for this number or
more, R for this number or fewer. Two-distances beyond the horizon count as infinite.

Of the blocks and the steps that are left to try, the search follows the one rated highest by the flows
(flow_heuristic.py), to its end. The ratings are right so often that this takes fewer nodes than proof numbers
do.
"""

from __future__ import annotations

from typing import Any

from common.games.circle_the_cat import certificate_store, flow_heuristic, hexagons
from common.games.circle_the_cat.certificate_store import (
    CAT,
    CATCHER,
    NO_CELL,
    completing_blocks,
    find_holding_blocks,
    first_certificate,
    hopeful_cells,
    learn,
    lowest_cell,
    use_smallest_certificate,
)
from common.games.circle_the_cat.flow_heuristic import CELLS, rate_blocks, rate_blocks_again, rate_steps
from common.games.circle_the_cat.hexagons import BOARD, Hexagons, around
from common.kernels.kernel import LIMIT_FIELDS, is_over, kernel, popcount
from common.kernels.linked_kernels import LinkedKernels

UNDECIDED = 0
DIRECTION_COUNT = 6
NO_HORIZON = 1 << 20  # steps, if there is no horizon

ALL_LOW = ALL_HIGH = 0  # filled in by `certificate_sources`, like the tables
NEAR_LOW: tuple[int, ...] = ()
NEAR_HIGH: tuple[int, ...] = ()
BIT_LOW: tuple[int, ...] = ()
BIT_HIGH: tuple[int, ...] = ()
OVERRIDABLE = ("ALL_LOW", "ALL_HIGH", "NEAR_LOW", "NEAR_HIGH", "BIT_LOW", "BIT_HIGH")


def fields(board: Hexagons) -> dict[str, int]:
    """Return the memory fields of a search, with their lengths.

    They are the counters, the certificates, and the moves left to try at each ply.
    """
    named = dict.fromkeys((*LIMIT_FIELDS, "within", "best"), 0)
    named |= certificate_store.fields(board) | flow_heuristic.fields(board)
    plies = board.size + 2
    by_ply = ("open_low", "open_high", "needed_low", "needed_high", "left_low", "left_high", "rated")
    named |= dict.fromkeys(by_ply, plies)
    return (
        named
        | dict.fromkeys(("dead_low", "dead_high"), plies * DIRECTION_COUNT)
        | {"worth": 2 * plies * board.size}
    )


def certificate_sources(board: Hexagons) -> tuple[dict[str, object], ...]:
    """Return the sources of this search's kernels on one board, for `LinkedKernels`."""
    bits = zip(*(hexagons.two_words(1 << cell) for cell in range(board.size)), strict=True)
    tables: dict[str, object] = dict(zip(("BIT_LOW", "BIT_HIGH"), bits, strict=True))
    return (
        vars(hexagons),
        vars(flow_heuristic),
        vars(certificate_store),
        globals(),
        board.constants(),
        flow_heuristic.constants(board),
        tables,
    )


@kernel
def decide(memory: Any, cell: int, low: int, high: int, ply: int) -> Any:
    """Return the winner, CAT or CATCHER, with the cat on `cell`, not an exit, and the catcher to move.

    `low` and `high` are the free cells. CAT means within memory.within steps, of which `ply` are made. The
    certificate is then in memory.proof, and at ply 0 a winning block in memory.best. Return UNDECIDED if
    memory.stop is set or memory.budget is used up.
    """
    memory.nodes += 1
    if memory.nodes >= memory.check_at and is_over(memory):
        return UNDECIDED
    found = settle(memory, cell, low, high, ply)
    if found:
        return found
    rate_open_blocks(memory, cell, low, high, ply)
    while memory.open_low[ply] | memory.open_high[ply]:
        block = best_rated(memory, memory.open_low[ply], memory.open_high[ply], 2 * ply * CELLS)
        free_low, free_high = low & ~BIT_LOW[block], high & ~BIT_HIGH[block]
        refuted = list_steps(memory, cell, free_low, free_high, block, ply)
        while not refuted and memory.left_low[ply] | memory.left_high[ply]:
            step = best_rated(memory, memory.left_low[ply], memory.left_high[ply], (2 * ply + 1) * CELLS)
            memory.left_low[ply] &= ~BIT_LOW[step]
            memory.left_high[ply] &= ~BIT_HIGH[step]
            found = decide(memory, step, free_low, free_high, ply + 1)
            if found == UNDECIDED:
                return UNDECIDED
            if found == CAT:
                memory.proof_low |= BIT_LOW[step]
                memory.proof_high |= BIT_HIGH[step]
                refuted = True
        if not refuted:
            return catcher_wins(memory, cell, low, high, block, ply)
        narrow(memory, memory.proof_low, memory.proof_high, ply)
    return cat_wins(memory, cell, ply)


@kernel
def settle(memory: Any, cell: int, low: int, high: int, ply: int) -> int:
    """Return the winner, and set memory as `decide` does, if that takes no search, else return UNDECIDED.

    In that case memory.open holds the blocks that are left to try at this ply.
    """
    hope_low, hope_high = hopeful_cells(memory, low, high, steps_left(memory, ply + 1))
    ways_low, ways_high = NEAR_LOW[cell] & hope_low, NEAR_HIGH[cell] & hope_high
    if popcount(ways_low) + popcount(ways_high) < 2:
        find_holding_blocks(memory, cell, low, high, steps_left(memory, ply))
        learn(memory, CATCHER, cell, memory.proof_low, memory.proof_high, steps_left(memory, ply))
        memory.best = lowest_cell(ways_low, ways_high)
        return CATCHER
    exits_low, exits_high = ways_low & memory.exit_low, ways_high & memory.exit_high
    if popcount(exits_low) + popcount(exits_high) >= 2:
        memory.proof_low, memory.proof_high = first_two_cells(exits_low, exits_high)
        return CAT
    memory.needed_low[ply], memory.needed_high[ply] = exits_low, exits_high
    if exits_low | exits_high:
        memory.open_low[ply], memory.open_high[ply] = exits_low, exits_high
    else:
        memory.open_low[ply], memory.open_high[ply] = reachable_cells(memory, cell, hope_low, hope_high)
    narrow_by_certificates(memory, low, high, ways_low & ~exits_low, ways_high & ~exits_high, ply)
    if not memory.open_low[ply] | memory.open_high[ply]:
        return cat_wins(memory, cell, ply)
    block = proven_block(memory, cell, low, high, hope_low, hope_high, ply)
    return UNDECIDED if block == NO_CELL else catcher_wins(memory, cell, low, high, block, ply)


@kernel
def rate_open_blocks(memory: Any, cell: int, low: int, high: int, ply: int) -> None:
    """Rate the blocks that are left to try at a ply, unless there is only one.

    Use the ratings of the steps that led here, which came from the same free cells.
    """
    if popcount(memory.open_low[ply]) + popcount(memory.open_high[ply]) < 2:
        return
    if ply and memory.rated[ply - 1]:
        rate_blocks_again(memory, cell, low, high, (2 * ply - 1) * CELLS, 2 * ply * CELLS)
    else:
        rate_blocks(memory, cell, low, high, 2 * ply * CELLS)


@kernel
def steps_left(memory: Any, ply: int) -> int:
    """Return the number of steps left to the horizon at a ply; NO_HORIZON if there is none."""
    return NO_HORIZON if memory.within == NO_HORIZON else memory.within - ply


# SETS OF CELLS, as two words


@kernel
def first_two_cells(low: int, high: int) -> tuple[int, int]:
    """Return the first two cells of a set, as a set; it must have two."""
    first = lowest_cell(low, high)
    second = lowest_cell(low & ~BIT_LOW[first], high & ~BIT_HIGH[first])
    return BIT_LOW[first] | BIT_LOW[second], BIT_HIGH[first] | BIT_HIGH[second]


@kernel
def best_rated(memory: Any, low: int, high: int, first: int) -> int:
    """Return the highest-rated cell of a set, the first of equals; NO_CELL if it is empty.

    The rating of cell 0 is memory.worth[first].
    """
    best, most = NO_CELL, -1
    while low | high:
        cell = lowest_cell(low, high)
        low, high = low & ~BIT_LOW[cell], high & ~BIT_HIGH[cell]
        if memory.worth[first + cell] > most:
            best, most = cell, memory.worth[first + cell]
    return best


@kernel
def reachable_cells(memory: Any, cell: int, hope_low: int, hope_high: int) -> tuple[int, int]:
    """Return the hopeful cells that the cat can reach over hopeful cells, without its own.

    Exits are not crossed. A block on any other cell does not hurt the cat.
    """
    all_low, all_high, more_low, more_high = 0, 0, BIT_LOW[cell], BIT_HIGH[cell]
    while more_low != all_low or more_high != all_high:
        all_low, all_high = more_low, more_high
        once_low, once_high, _, _ = around(all_low & ~memory.exit_low, all_high & ~memory.exit_high)
        more_low, more_high = once_low & hope_low | all_low, once_high & hope_high | all_high
    return all_low & ~BIT_LOW[cell], all_high & ~BIT_HIGH[cell]


# WHAT CERTIFICATES LEAVE TO TRY


@kernel
def narrow(memory: Any, low: int, high: int, ply: int) -> None:
    """Leave only the blocks of a set to try, because the cat wins unless one of them is closed."""
    memory.open_low[ply] &= low
    memory.open_high[ply] &= high
    memory.needed_low[ply] |= low
    memory.needed_high[ply] |= high


@kernel
def narrow_by_certificates(memory: Any, low: int, high: int, ways_low: int, ways_high: int, ply: int) -> None:
    """Call `narrow` with every stored certificate of the cat for one of the steps in the set `ways`.

    Only those count that hold with the free cells `low` and `high`, within the horizon.
    """
    within = steps_left(memory, ply + 1)
    while ways_low | ways_high:
        step = lowest_cell(ways_low, ways_high)
        ways_low, ways_high = ways_low & ~BIT_LOW[step], ways_high & ~BIT_HIGH[step]
        first = first_certificate(CAT, step)
        for at in range(first, first + memory.known[CAT * CELLS + step]):
            need_low, need_high = memory.known_low[at], memory.known_high[at]
            if not (need_low & ~low | need_high & ~high) and memory.known_within[at] <= within:
                need_low, need_high = need_low | BIT_LOW[step], need_high | BIT_HIGH[step]
                if memory.open_low[ply] & ~need_low | memory.open_high[ply] & ~need_high:
                    narrow(memory, need_low, need_high, ply)


@kernel
def proven_block(memory: Any, cell: int, low: int, high: int, hope_low: int, hope_high: int, ply: int) -> int:
    """Return a block left to try after which every step is known to lose; NO_CELL if there is none.

    For each step, lowest cell first, memory.dead becomes the set of blocks after which the step is known to
    lose.
    """
    win_low, win_high = memory.open_low[ply], memory.open_high[ply]
    near_low, near_high, at = NEAR_LOW[cell] & low, NEAR_HIGH[cell] & high, ply * DIRECTION_COUNT
    while near_low | near_high:
        step = lowest_cell(near_low, near_high)
        near_low, near_high = near_low & ~BIT_LOW[step], near_high & ~BIT_HIGH[step]
        dead_low, dead_high = ALL_LOW, ALL_HIGH
        if hope_low & BIT_LOW[step] | hope_high & BIT_HIGH[step]:
            dead_low, dead_high = completing_blocks(memory, step, low, high, steps_left(memory, ply + 1))
            dead_low, dead_high = dead_low | BIT_LOW[step], dead_high | BIT_HIGH[step]
        memory.dead_low[at], memory.dead_high[at] = dead_low, dead_high
        win_low, win_high, at = win_low & dead_low, win_high & dead_high, at + 1
    return lowest_cell(win_low, win_high)


@kernel
def list_steps(memory: Any, cell: int, low: int, high: int, block: int, ply: int) -> bool:
    """Write the steps to try after a block to memory.left, and rate them if there are several.

    `low` and `high` are the cells that are free after the block. Return True if a step wins at once; its exit
    is then in memory.proof.
    """
    hope_low, hope_high = hopeful_cells(memory, low, high, steps_left(memory, ply + 1))
    near_low, near_high = NEAR_LOW[cell] & (low | BIT_LOW[block]), NEAR_HIGH[cell] & (high | BIT_HIGH[block])
    left_low, left_high, at = 0, 0, ply * DIRECTION_COUNT
    while near_low | near_high:
        step = lowest_cell(near_low, near_high)
        bit_low, bit_high = BIT_LOW[step], BIT_HIGH[step]
        near_low, near_high = near_low & ~bit_low, near_high & ~bit_high
        dead = memory.dead_low[at] & BIT_LOW[block] | memory.dead_high[at] & BIT_HIGH[block]
        at += 1
        if not dead and hope_low & bit_low | hope_high & bit_high:
            if memory.exit_low & bit_low | memory.exit_high & bit_high:
                memory.proof_low, memory.proof_high = bit_low, bit_high
                return True
            left_low, left_high = left_low | bit_low, left_high | bit_high
    memory.left_low[ply], memory.left_high[ply] = left_low, left_high
    memory.rated[ply] = popcount(left_low) + popcount(left_high) > 1
    if memory.rated[ply]:
        rate_steps(memory, low, high, (2 * ply + 1) * CELLS)
    return False


@kernel
def cat_wins(memory: Any, cell: int, ply: int) -> int:
    """Store the cat's win, because no block is left to try, and return CAT.

    The cells that the refutations needed become the certificate, in memory.proof.
    """
    memory.proof_low, memory.proof_high = memory.needed_low[ply], memory.needed_high[ply]
    learn(memory, CAT, cell, memory.proof_low, memory.proof_high, steps_left(memory, ply))
    return CAT


@kernel
def catcher_wins(memory: Any, cell: int, low: int, high: int, block: int, ply: int) -> int:
    """Store the catcher's win, because every step after `block` loses, and return CATCHER.

    `low` and `high` are the cells that are free before the block. The blocks beside the cat and those of each
    step's certificate become the certificate, in memory.proof. At ply 0 the block becomes memory.best.
    """
    free_low, free_high = low & ~BIT_LOW[block], high & ~BIT_HIGH[block]
    proof_low, proof_high = NEAR_LOW[cell] & ~low, NEAR_HIGH[cell] & ~high
    near_low, near_high = NEAR_LOW[cell] & free_low, NEAR_HIGH[cell] & free_high
    while near_low | near_high:
        step = lowest_cell(near_low, near_high)
        near_low, near_high = near_low & ~BIT_LOW[step], near_high & ~BIT_HIGH[step]
        have_low, have_high = proof_low | BIT_LOW[block], proof_high | BIT_HIGH[block]
        use_smallest_certificate(
            memory, step, free_low, free_high, have_low, have_high, steps_left(memory, ply + 1)
        )
        proof_low, proof_high = proof_low | memory.proof_low, proof_high | memory.proof_high
    memory.proof_low, memory.proof_high = proof_low & ~BIT_LOW[block], proof_high & ~BIT_HIGH[block]
    learn(memory, CATCHER, cell, memory.proof_low, memory.proof_high, steps_left(memory, ply))
    if ply == 0:
        memory.best = block
    return CATCHER


CERTIFICATES = LinkedKernels("certificates", *certificate_sources(BOARD), records={"memory": fields(BOARD)})
