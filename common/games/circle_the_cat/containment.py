"""Closing in on a cat that cannot get out any more: the smallest ring that holds, the soonest end.

A cat that has lost still plays for time. The catcher looks for the smallest ring (the free cells at
one distance from the cat) that it can keep the cat from, as if these were the exits; near the
end it searches exactly for the fewest blocks.
"""

from __future__ import annotations

from common.games.circle_the_cat.distances import CAP, FAR, Measures
from common.games.circle_the_cat.hexagons import BOARD
from common.kernels.kernel import Kernels
from common.rules.bits import cells_of

HELD = CAP * 10  # a promise from here on: the cat's shortest way, if there is one, is CAP or longer


class OutOfBudget(Exception):
    """The exact search has looked at as many positions as it was given."""


class Enclosure:
    """The end of a game with these exits, of which the open ones lead out."""

    def __init__(self, kernels: Kernels, exits: int) -> None:
        self._kernels = kernels
        self._exits = exits

    def ring(self, cat: int, free: int) -> tuple[int, int]:
        """The smallest radius within which the catcher, to move, can hold the cat, and a block that does.

        If no block is needed for that, the one that serves the next smaller ring best.
        """
        rings = self._rings(cat, free)
        inner: tuple[int, int] | None = None
        for radius in range(1, len(rings) + 1):
            exits = self._exits & free | sum(rings[radius:])
            best = _best(Measures(self._kernels, exits).promises(cat, free))
            if best is None or best[0] >= HELD:
                break
            inner = best
        needed = best or inner
        return radius, needed[1] if needed else BOARD.steps(cat, free)[0]

    def _rings(self, cat: int, free: int) -> list[int]:
        rings = [1 << cat]
        seen = rings[0]
        while rings[-1]:
            rings.append(BOARD.spread(rings[-1]) & free & ~seen)
            seen |= rings[-1]
        return rings

    def holds(self, cat: int, free: int) -> bool:
        """True only if the catcher, to move, is proven to shut the cat in, now or after one block.

        A promise of HELD is not enough: it does not tell very long ways from none.
        """
        ways = Measures(self._kernels, self._exits)
        if ways.distances(free, 2)[cat] == FAR:
            return True
        steps = BOARD.steps(cat, free)
        closing = (cell for promise, cell in ways.promises(cat, free) if promise >= HELD)
        afters = (ways.distances(free & ~(1 << cell), 2) for cell in closing)
        return any(all(after[step] == FAR for step in steps) for after in afters)

    def soonest(self, cat: int, free: int, most: int, budget: int) -> tuple[int, int] | None:
        """The fewest blocks (at most `most`) that force the cat's end, and the first; None if `budget` positions show none."""
        search = _Soonest(self._exits, budget)
        try:
            for blocks in range(1, most + 1):
                cell = search.first_block(cat, free, blocks)
                if cell is not None:
                    return blocks, cell
        except OutOfBudget:
            pass
        return None


def _best(promises: list[tuple[int, int]]) -> tuple[int, int] | None:
    return max(promises, key=lambda entry: entry[0], default=None)


class _Soonest:
    """Depth-first search for a forced end within a number of blocks; it remembers every answer."""

    def __init__(self, exits: int, budget: int) -> None:
        self._exits = exits
        self._budget = budget
        self._known: dict[tuple[int, int, int], int | None] = {}

    def first_block(self, cat: int, free: int, blocks: int) -> int | None:
        """A block that forces the end within `blocks` blocks, itself included; None if there is none. Raises OutOfBudget."""
        key = cat, free, blocks
        if key not in self._known:
            self._budget -= 1
            if self._budget < 0:
                raise OutOfBudget
            self._known[key] = self._search(cat, free, blocks)
        return self._known[key]

    def _search(self, cat: int, free: int, blocks: int) -> int | None:
        near = BOARD.near[cat] & free
        if blocks == 1:
            return next(cells_of(near)) if near.bit_count() == 1 else None
        if near & (near - 1) & self._exits:
            return None
        for cell in self._worth_closing(cat, free, near, blocks):
            after = free & ~(1 << cell)
            if not near & after & self._exits and all(
                self.first_block(step, after, blocks - 1) is not None for step in cells_of(near & after)
            ):
                return cell
        return None

    def _worth_closing(self, cat: int, free: int, near: int, blocks: int) -> list[int]:
        """The cells that the cat could still stand beside at the end, the nearest first."""
        cells, fringe, seen = list(cells_of(near)), near, near | 1 << cat
        for _ in range(blocks - 1):
            fringe = BOARD.spread(fringe) & free & ~seen
            cells += cells_of(fringe)
            seen |= fringe
        return cells
