"""Enclosure of a cat that cannot escape any more: the smallest ring that holds it, the soonest end.

A cat that has lost still plays for time. The catcher looks for the smallest ring that it can keep the cat
from: the free cells at one distance from the cat, which then count as exits. Near the end an exact search
finds the fewest blocks.
"""

from __future__ import annotations

from common.games.circle_the_cat.distances import CAP, FAR, Measures
from common.games.circle_the_cat.hexagons import BOARD
from common.kernels.kernel import Kernels
from common.rules.bits import cells_of

HELD = CAP * 10  # with a promise of this or more, the cat's shortest way is CAP or longer, if there is one


class OutOfBudget(Exception):
    """The end of an exact search that has used up its node limit."""


class Enclosure:
    """The end of a game on a board with these exits; those without a block are open."""

    def __init__(self, kernels: Kernels, exits: int) -> None:
        self._kernels = kernels
        self._exits = exits

    def ring(self, cat: int, free: int) -> tuple[int, int]:
        """Return the smallest radius at which the catcher, to move, can hold the cat, and a block for it.

        The cat must be held, or held after one block. If it is held there without a block, return the best
        block for the next smaller ring.
        """
        rings = self._rings(cat, free)
        inner: tuple[int, int] | None = None
        for radius in range(1, len(rings) + 1):
            exits = self._exits & free | sum(rings[radius:])
            best = _best_promise(Measures(self._kernels, exits).promises(cat, free))
            if best is None or best[0] >= HELD:
                break
            inner = best
        needed = best or inner
        return radius, needed[1] if needed else BOARD.steps(cat, free)[0]

    def _rings(self, cat: int, free: int) -> list[int]:
        rings = [1 << cat]
        seen = rings[0]
        while rings[-1]:
            rings.append(BOARD.neighbours_of(rings[-1]) & free & ~seen)
            seen |= rings[-1]
        return rings

    def holds(self, cat: int, free: int) -> bool:
        """Return True if the catcher, to move, provably encloses the cat, now or after one block.

        False proves nothing. A promise of HELD does not suffice: it does not distinguish very long ways from
        none.
        """
        ways = Measures(self._kernels, self._exits)
        if ways.distances(free, 2)[cat] == FAR:
            return True
        steps = BOARD.steps(cat, free)
        closing = (cell for promise, cell in ways.promises(cat, free) if promise >= HELD)
        afters = (ways.distances(free & ~(1 << cell), 2) for cell in closing)
        return any(all(after[step] == FAR for step in steps) for after in afters)

    def fastest_end(self, cat: int, free: int, most: int, budget: int) -> tuple[int, int] | None:
        """Return the fewest blocks, at most `most`, that force the end of the cat, and the first of them.

        The catcher is to move. Return None if there is no such end, or `budget` positions do not suffice to
        find it.
        """
        search = _EndSearch(self._exits, budget)
        try:
            for blocks in range(1, most + 1):
                cell = search.first_block(cat, free, blocks)
                if cell is not None:
                    return blocks, cell
        except OutOfBudget:
            pass
        return None


def _best_promise(promises: list[tuple[int, int]]) -> tuple[int, int] | None:
    return max(promises, key=lambda entry: entry[0], default=None)


class _EndSearch:
    """Depth-first search for a forced end within a number of blocks; it stores every answer."""

    def __init__(self, exits: int, budget: int) -> None:
        self._exits = exits
        self._budget = budget
        self._answers: dict[tuple[int, int, int], int | None] = {}

    def first_block(self, cat: int, free: int, blocks: int) -> int | None:
        """Return a block that forces the end within `blocks` blocks, itself included, or None.

        Raise OutOfBudget if the node limit is used up.
        """
        key = cat, free, blocks
        if key not in self._answers:
            self._budget -= 1
            if self._budget < 0:
                raise OutOfBudget
            self._answers[key] = self._search(cat, free, blocks)
        return self._answers[key]

    def _search(self, cat: int, free: int, blocks: int) -> int | None:
        near = BOARD.near[cat] & free
        if blocks == 1:
            return next(cells_of(near)) if near.bit_count() == 1 else None
        if near & (near - 1) & self._exits:
            return None
        for cell in self._candidate_cells(cat, free, near, blocks):
            after = free & ~(1 << cell)
            if not near & after & self._exits and all(
                self.first_block(step, after, blocks - 1) is not None for step in cells_of(near & after)
            ):
                return cell
        return None

    def _candidate_cells(self, cat: int, free: int, near: int, blocks: int) -> list[int]:
        """Return the cells that the cat could still stand beside at the end, the nearest first."""
        cells, fringe, seen = list(cells_of(near)), near, near | 1 << cat
        for _ in range(blocks - 1):
            fringe = BOARD.neighbours_of(fringe) & free & ~seen
            cells += cells_of(fringe)
            seen |= fringe
        return cells
