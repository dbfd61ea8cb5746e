"""Best-first search for both sides: the most promising moves first, within a number of nodes.

The catcher's moves are ordered by their promise (mainly the cat's shortest two-distance once the cell
is closed: `widen` in distances.py) and judged in this order by the cat's best answer; the cat's steps
are judged by the catcher's best answer. No clock decides, so a position always gets the same move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.games.circle_the_cat.containment import HELD, Enclosure
from common.games.circle_the_cat.distances import DISTANCES, FAR, Measures
from common.games.circle_the_cat.hexagons import BOARD
from common.kernels.kernel import Kernels
from common.search.limit import Level

if TYPE_CHECKING:
    from game import Position

NODES = 500  # cells closed in thought for a move: plain Python takes well below 50 ms for them
STEP_NODES = NODES // 6  # of these, to judge one of the cat's steps
CANDIDATES = 10  # how many of the most promising blocks the catcher judges
REPLY_CANDIDATES = 3  # the same, to judge one of the cat's steps
LAST_BLOCKS = 5  # how far ahead the end is worked out exactly
END_NODES = 300  # positions that this may take
UNTOUCHED = 10  # a promise below this: the cat stands beside an exit that stays open


class BestFirst:
    """The search for a set of exits. A value is a promise (see `widen`), HELD or more if no way out is seen."""

    def __init__(self, kernels: Kernels, exits: int, level: Level = Level()) -> None:
        self._blind = level.blind
        self._nodes = level.limit.nodes or NODES
        self._measures = Measures(kernels, exits)
        self._enclosure = Enclosure(kernels, exits)

    def block(self, cat: int, free: int) -> int:
        """The cell to close: it lengthens the cat's way most, or if none is left, ends the game soonest."""
        if not self._held(self._ranked(cat, free)):
            return self._best_block(cat, free, CANDIDATES, self._nodes)[1]
        last = self.last_block(cat, free)
        return self._enclosure.ring(cat, free)[1] if last is None else last

    def last_block(self, cat: int, free: int) -> int | None:
        """The block that shuts the cat in soonest; None if that is too far ahead to be worked out exactly."""
        end = self._enclosure.soonest(cat, free, LAST_BLOCKS, END_NODES)
        return end[1] if end else None

    def step(self, cat: int, free: int) -> int:
        """The cell to step on: where the best block leaves the shortest way, or if all ways are shut, where life is longest."""
        steps, distance = self._by_way(cat, free)
        if distance[steps[0]] == 0:
            return steps[0]
        if min(distance[step] for step in steps) == FAR:
            return max(steps, key=lambda step: self._life(step, free))
        best = self._worth(steps[0], free), steps[0]
        for step in steps[1:]:
            if self._measures.closed > self._nodes:
                break
            best = min(best, (self._worth(step, free), step), key=lambda entry: entry[0])
        return best[1]

    def _worth(self, step: int, free: int) -> int:
        """Return the value of the position after a step."""
        return self._best_block(step, free, REPLY_CANDIDATES, STEP_NODES)[0]

    def likely_blocks(self, cat: int, free: int) -> list[int]:
        """The crucial cells, the most promising first; none if the cat is held already."""
        return [cell for _, cell in self._ranked(cat, free)]

    def likely_steps(self, cat: int, free: int) -> list[int]:
        """The cat's steps, the shortest two-distance first."""
        return self._by_way(cat, free)[0]

    def _by_way(self, cat: int, free: int) -> tuple[list[int], list[int]]:
        """The steps, the shortest two-distance first, and the distance of every cell."""
        distance, two_distance = (self._measures.distances(free, least) for least in (1, 2))

        def way(step: int) -> tuple[int, ...]:
            return two_distance[step], distance[step], -self._routes(step, distance)

        return sorted(self._seen(BOARD.steps(cat, free), cat, free), key=way), distance

    def _ranked(self, cat: int, free: int) -> list[tuple[int, int]]:
        """(promise, cell) of the crucial cells that this player sees, the most promising first."""
        promises = sorted(self._measures.promises(cat, free), key=lambda entry: -entry[0])
        seen = self._seen([cell for _, cell in promises], cat, free)
        return [entry for entry in promises if entry[1] in seen]

    @staticmethod
    def _held(ranked: list[tuple[int, int]]) -> bool:
        """True if the catcher, to move, has won: no way is left, or one block leaves none."""
        return not ranked or ranked[0][0] >= HELD

    def _best_block(self, cat: int, free: int, width: int, nodes: int) -> tuple[int, int]:
        """The value of a position with the catcher to move, and the cell to close for it (any, if the cat is held anyway)."""
        ranked = self._ranked(cat, free)
        if self._held(ranked):
            return HELD, ranked[0][1] if ranked else cat
        best = -1, ranked[0][1]
        last_node = self._measures.closed + nodes
        for promise, cell in ranked[:width]:
            value = promise if promise < UNTOUCHED else self._after_answer(cat, free & ~(1 << cell), best[0])
            if value > best[0]:
                best = value, cell
            if value >= HELD or self._measures.closed > last_node:
                break
        return best

    def _after_answer(self, cat: int, free: int, enough: int) -> int:
        """The value after the cat's best step; only an upper bound once it is `enough` or less."""
        ways = self._measures.distances(free, 2)
        value = HELD
        for step in sorted(BOARD.steps(cat, free), key=ways.__getitem__):
            if ways[step] < FAR:
                promise = self._measures.best_promise(step, free, enough=value)
                value = value if promise is None else min(value, promise)
            if value <= enough:
                break
        return value

    def _life(self, step: int, free: int) -> tuple[int, ...]:
        """How long a cat that is shut in lasts after a step: blocks to the end, radius that holds it, cells of its room."""
        end = self._enclosure.soonest(step, free, LAST_BLOCKS - 1, END_NODES // 6)
        radius, _ = self._enclosure.ring(step, free)
        return end[0] if end else LAST_BLOCKS, radius, BOARD.room(step, free).bit_count()

    def _routes(self, cell: int, distance: list[int]) -> int:
        return sum(distance[near] < distance[cell] for near in BOARD.steps(cell, BOARD.all))

    def _seen(self, cells: list[int], cat: int, free: int) -> list[int]:
        """The cells that this player sees, at least one; a position always has the same blind spots."""
        if not self._blind:
            return cells
        import random

        chance = random.Random(f"{cat} {free}")
        return [cell for cell in cells if chance.random() >= self._blind] or cells[:1]


def best_first(position: Position, level: Level = Level(), kernels: Kernels = DISTANCES.plain) -> int:
    """Return the cell to step on or to block by best-first search, without proofs."""
    search = BestFirst(kernels, position.exits, level)
    choose = search.step if position.turn == "cat" else search.block
    return choose(position.cat, position.free)
