"""Distances to the open exits, as a measure of who is ahead.

The two-distance of an open exit is 0. That of another free cell is k if at least two of its neighbours are
below k, because the catcher can always close the best one. It is the least number of steps that the cat needs
from there with the catcher to move. FAR means that the cat has lost: the catcher closes the only way on, and
blocks only ever raise distances.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from common.games.circle_the_cat import hexagons
from common.games.circle_the_cat.hexagons import BOARD, WORD, around, two_words
from common.kernels.kernel import Kernels, kernel, lowest_bit, popcount
from common.kernels.linked_kernels import LinkedKernels
from common.rules.bits import cells_of

FAR = 999
NO_CUTOFF = 1 << 60
CAP = 30  # longer distances count as this in a widening
MOST_CELLS = 128  # cells, or distances, that fit into the record
NEAR_LOW: tuple[int, ...] = ()  # filled in by Hexagons.constants
NEAR_HIGH: tuple[int, ...] = ()

FIELDS = dict.fromkeys(("exit_low", "exit_high", "ways", "shortest", "shortest_ways", "second", "total"), 0)
FIELDS |= dict.fromkeys(("level_low", "level_high", "cell", "widening", "promise"), MOST_CELLS)


@kernel
def levels(memory: Any, low: int, high: int, neighbours_needed: int) -> int:
    """Write the sets of free cells at distance 0, 1, ... to memory.level; return their number.

    Sets are two words; `low` and `high` are the free cells. A cell follows once `neighbours_needed` of its
    neighbours have a distance: 1 gives distances, 2 two-distances.
    """
    new_low, new_high = memory.exit_low & low, memory.exit_high & high
    done_low, done_high = new_low, new_high
    count = 0
    while new_low | new_high:
        memory.level_low[count], memory.level_high[count] = new_low, new_high
        count += 1
        once_low, once_high, twice_low, twice_high = around(done_low, done_high)
        if neighbours_needed == 1:
            twice_low, twice_high = once_low, once_high
        new_low, new_high = twice_low & low & ~done_low, twice_high & high & ~done_high
        done_low, done_high = done_low | new_low, done_high | new_high
    return count


@kernel
def measure_ways(memory: Any, cat: int, low: int, high: int) -> None:
    """Write to memory the two-distances of the cat's free neighbours: number, the least two, and sum.

    `low` and `high` are the free cells. Two-distances above CAP count as CAP. The least two are FAR if there
    are fewer neighbours.
    """
    near_low, near_high = NEAR_LOW[cat] & low, NEAR_HIGH[cat] & high
    left = popcount(near_low) + popcount(near_high)
    memory.ways, memory.shortest, memory.shortest_ways, memory.second, memory.total = left, FAR, 0, FAR, 0
    new_low, new_high = memory.exit_low & low, memory.exit_high & high
    done_low, done_high = new_low, new_high
    distance = 0
    while distance < CAP and new_low | new_high:
        found = popcount(new_low & near_low) + popcount(new_high & near_high)
        if found:
            add_ways(memory, distance, found)
            left -= found
            if left == 0:
                return
        _, _, new_low, new_high = around(done_low, done_high)
        new_low, new_high = new_low & low & ~done_low, new_high & high & ~done_high
        done_low, done_high = done_low | new_low, done_high | new_high
        distance += 1
    if left:
        add_ways(memory, CAP, left)


@kernel
def add_ways(memory: Any, distance: int, found: int) -> None:
    """Add `found` ways of one length to the measured ones; lengths come in rising order."""
    memory.total += found * distance
    if memory.shortest == FAR:
        memory.shortest, memory.shortest_ways = distance, found
        if found > 1:
            memory.second = distance
    elif memory.second == FAR:
        memory.second = distance


@kernel
def widen(memory: Any, cat: int, low: int, high: int, choice_low: int, choice_high: int, cutoff: int) -> int:
    """Try a block on each cell of a choice, until a promise reaches `cutoff`; return the number tried.

    Write each cell and both results to memory.cell, .widening and .promise. The results measure how far the
    cat's ways then are. `widening` orders by shortest way, second, sum. `promise` orders by shortest way,
    then by the fewest such ways among the most free neighbours: a cat soon passes a block beside it.
    """
    count = 0
    while choice_low | choice_high:
        if choice_low:
            cell = lowest_bit(choice_low)
            closed_low, closed_high = choice_low & -choice_low, 0
        else:
            cell = WORD + lowest_bit(choice_high)
            closed_low, closed_high = 0, choice_high & -choice_high
        choice_low, choice_high = choice_low & ~closed_low, choice_high & ~closed_high
        measure_ways(memory, cat, low & ~closed_low, high & ~closed_high)
        memory.cell[count] = cell
        memory.widening[count] = (memory.shortest * 1000 + memory.second) * 1000 + memory.total
        memory.promise[count] = memory.shortest * 10 + memory.ways - memory.shortest_ways
        count += 1
        if memory.promise[count - 1] >= cutoff:
            return count
    return count


@kernel
def crucial_cells(memory: Any, cat: int, low: int, high: int) -> tuple[int, int]:
    """Return the cells (two words) that carry the cat's shortest two-distance ways.

    Only a block there lengthens them. With fewer than two ways the cat is held: return the last way, or an
    empty set.
    """
    near_low, near_high = NEAR_LOW[cat] & low, NEAR_HIGH[cat] & high
    way_low, way_high, first = 0, 0, -1
    for distance in range(levels(memory, low, high, 2)):
        hit_low, hit_high = memory.level_low[distance] & near_low, memory.level_high[distance] & near_high
        if first < 0 and hit_low | hit_high:
            first = distance
            chain_low, chain_high = hit_low, hit_high
        way_low, way_high = way_low | hit_low, way_high | hit_high
    if popcount(way_low) + popcount(way_high) < 2:
        return way_low, way_high
    for distance in range(first - 1, -1, -1):
        once_low, once_high, _, _ = around(chain_low, chain_high)
        chain_low |= once_low & memory.level_low[distance]
        chain_high |= once_high & memory.level_high[distance]
    return chain_low, chain_high


class Measures:
    """Distances and promises for a set of exits, by kernels in plain Python or machine code."""

    def __init__(self, kernels: Kernels, exits: int) -> None:
        self._kernels = kernels
        self._memory = kernels.memory(FIELDS)
        self._memory.exit_low, self._memory.exit_high = two_words(exits)
        self.blocks_tried = 0  # blocks tried so far: the measure of work

    def distances(self, free: int, neighbours_needed: int) -> list[int]:
        """Return the distance of every cell, by number; FAR for blocked cells and those without a way.

        With `neighbours_needed` 2 return two-distances.
        """
        found = [FAR] * MOST_CELLS
        memory = self._memory
        for distance in range(self._kernels.levels(memory, *two_words(free), neighbours_needed)):
            for cell in cells_of(int(memory.level_low[distance]) | int(memory.level_high[distance]) << WORD):
                found[cell] = distance
        return found

    def path(self, cat: int, free: int) -> list[int]:
        """Return the cells of a shortest way to an exit, without the cat's own.

        Ties go to the first direction. If there is no way, return only the first free neighbour. The cat must
        have one.
        """
        distance = self.distances(free, 1)
        elsewhere = free & ~(1 << cat)
        path = [min(BOARD.steps(cat, elsewhere), key=distance.__getitem__)]
        while 0 < distance[path[-1]] < FAR:
            path.append(min(BOARD.steps(path[-1], elsewhere), key=distance.__getitem__))
        return path

    def widenings(self, cat: int, free: int) -> list[tuple[int, int]]:
        """Return (widening, cell) of every free cell but the cat's, row by row."""
        count = self._widen(cat, free, *two_words(free & ~(1 << cat)))
        return self._pairs(self._memory.widening, count)

    def promises(self, cat: int, free: int) -> list[tuple[int, int]]:
        """Return (promise, cell) of the crucial cells, row by row; none if the cat is held already."""
        count = self._widen(cat, free, *self._kernels.crucial_cells(self._memory, cat, *two_words(free)))
        return self._pairs(self._memory.promise, count)

    def best_promise(self, cat: int, free: int, cutoff: int) -> int | None:
        """Return the best promise, or the first of `cutoff` or more; None if the cat is held already."""
        low, high = self._kernels.crucial_cells(self._memory, cat, *two_words(free))
        count = self._widen(cat, free, low, high, cutoff)
        return max((int(promise) for promise in self._memory.promise[:count]), default=None)

    def _pairs(self, values: Sequence[int], count: int) -> list[tuple[int, int]]:
        return [(int(values[at]), int(self._memory.cell[at])) for at in range(count)]

    def _widen(self, cat: int, free: int, low: int, high: int, cutoff: int = NO_CUTOFF) -> int:
        count: int = self._kernels.widen(self._memory, cat, *two_words(free), low, high, cutoff)
        self.blocks_tried += count
        return count


SOURCES = (vars(hexagons), globals(), BOARD.constants())
DISTANCES = LinkedKernels("distances", *SOURCES, records={"memory": FIELDS})
