"""Best-first search for both sides, with a limit of nodes.

The catcher's crucial cells are sorted by promise: mainly the cat's shortest two-distance after the block
(`widen` in distances.py). In this order each block is valued by the cat's best reply. Each of the cat's steps
is valued by the catcher's best reply. No clock is read, so a position always gets the same move.
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

DEFAULT_NODES = 500  # blocks tried for a move: well below 50 ms in plain Python
STEP_NODES = DEFAULT_NODES // 6  # of these, for the value of one of the cat's steps
CANDIDATES = 10  # most promising blocks that are valued
REPLY_CANDIDATES = 3  # the same, for the value of one of the cat's steps
LAST_BLOCKS = 5  # depth of the exact search for the end, in blocks
END_NODES = 300  # node limit of that search
SURVIVAL_NODES = END_NODES // 6  # the same, for the end after one of an enclosed cat's steps
OPEN_EXIT_PROMISE = 10  # with a promise below this, the cat stands beside an exit that stays open


class BestFirst:
    """Best-first search for a set of exits, with the node limit and the weakness of `level`.

    A value is a promise (see `widen`), high for the catcher. HELD or more means no way out, or a very long
    one. Cats are cell numbers, `free` is the set of cells without a block.
    """

    def __init__(self, kernels: Kernels, exits: int, level: Level = Level()) -> None:
        self._ignored_part = level.ignored_part
        self._margin, self._seed = level.noise
        self._nodes = level.limit.nodes or DEFAULT_NODES
        self._measures = Measures(kernels, exits)
        self._enclosure = Enclosure(kernels, exits)

    def block(self, cat: int, free: int) -> int:
        """Return the cell to block: the one that lengthens the cat's way most.

        If the cat is held, or one block holds it, return the block that ends the game soonest, or one for the
        smallest ring if the end is too far for exact search.
        """
        if not self._is_held(self._ranked_blocks(cat, free)):
            return self._best_block(cat, free, CANDIDATES, self._nodes)[1]
        last = self.last_block(cat, free)
        return self._enclosure.ring(cat, free)[1] if last is None else last

    def last_block(self, cat: int, free: int) -> int | None:
        """Return the block that encloses the cat soonest; None if the end is too far for exact search."""
        end = self._enclosure.fastest_end(cat, free, LAST_BLOCKS, END_NODES)
        return end[1] if end else None

    def step(self, cat: int, free: int) -> int:
        """Return the cell to step on: the one after which the best block leaves the shortest way.

        If no way out is left, return the step after which the cat lasts longest.
        """
        steps, distance = self._steps_by_distance(cat, free)
        if distance[steps[0]] == 0:
            return steps[0]
        if min(distance[step] for step in steps) == FAR:
            return max(steps, key=lambda step: self._survival(step, free))
        best = self._step_value(steps[0], free), steps[0]
        for step in steps[1:]:
            if self._measures.blocks_tried > self._nodes:
                break
            best = min(best, (self._step_value(step, free), step), key=lambda entry: entry[0])
        return best[1]

    def _step_value(self, step: int, free: int) -> int:
        return self._best_block(step, free, REPLY_CANDIDATES, STEP_NODES)[0]

    def likely_blocks(self, cat: int, free: int) -> list[int]:
        """Return the blocks that lengthen the cat's shortest two-distance ways, the most promising first.

        Return none if the cat is held already. A weakened player misses some.
        """
        return [cell for _, cell in self._ranked_blocks(cat, free)]

    def likely_steps(self, cat: int, free: int) -> list[int]:
        """Return the cat's steps, the shortest two-distance first. A weakened player misses some."""
        return self._steps_by_distance(cat, free)[0]

    def _steps_by_distance(self, cat: int, free: int) -> tuple[list[int], list[int]]:
        """Return the visible steps, the shortest two-distance first, and the distance of every cell."""
        distance, two_distance = (self._measures.distances(free, least) for least in (1, 2))

        def way(step: int) -> tuple[int, ...]:
            length = self._with_noise(10 * (two_distance[step] - 1), step, free)  # as the promise of a block
            return length, distance[step], -self._shorter_ways(step, distance)

        return sorted(self._visible_cells(BOARD.steps(cat, free), cat, free), key=way), distance

    def _ranked_blocks(self, cat: int, free: int) -> list[tuple[int, int]]:
        """Return (promise, cell) of the crucial cells that this player sees, the most promising first."""
        measured = self._measures.promises(cat, free)
        noisy = [(self._with_noise(promise, cat, free & ~(1 << cell)), cell) for promise, cell in measured]
        promises = sorted(noisy, key=lambda entry: -entry[0])
        seen = self._visible_cells([cell for _, cell in promises], cat, free)
        return [entry for entry in promises if entry[1] in seen]

    @staticmethod
    def _is_held(ranked: list[tuple[int, int]]) -> bool:
        """Return True if the catcher, to move, has won: no way is left, or one block leaves none."""
        return not ranked or ranked[0][0] >= HELD

    def _best_block(self, cat: int, free: int, width: int, nodes: int) -> tuple[int, int]:
        """Return the value of a position with the catcher to move, and the cell to block.

        At most `width` blocks are valued. The cell is a placeholder, the cat's own, if the cat is held
        without a block.
        """
        ranked = self._ranked_blocks(cat, free)
        if self._is_held(ranked):
            return HELD, ranked[0][1] if ranked else cat
        best = -1, ranked[0][1]
        last_node = self._measures.blocks_tried + nodes
        for promise, cell in ranked[:width]:
            value = (
                promise
                if promise < OPEN_EXIT_PROMISE
                else self._value_after_reply(cat, free & ~(1 << cell), best[0] - self._margin)
            )
            value = self._with_noise(value, cat, free & ~(1 << cell))
            if value > best[0]:
                best = value, cell
            if value >= HELD or self._measures.blocks_tried > last_node:
                break
        return best

    def _value_after_reply(self, cat: int, free: int, cutoff: int) -> int:
        """Return the value after the cat's best step; only an upper bound if it is `cutoff` or less."""
        ways = self._measures.distances(free, 2)
        value = HELD
        for step in sorted(BOARD.steps(cat, free), key=ways.__getitem__):
            if ways[step] < FAR:
                promise = self._measures.best_promise(step, free, cutoff=value)
                value = value if promise is None else min(value, promise)
            if value <= cutoff:
                break
        return value

    def _survival(self, step: int, free: int) -> tuple[int, ...]:
        """Rate how long an enclosed cat lasts after a step.

        The rating is the number of blocks to the end, the radius that holds the cat, and the size of its
        region.
        """
        end = self._enclosure.fastest_end(step, free, LAST_BLOCKS - 1, SURVIVAL_NODES)
        radius, _ = self._enclosure.ring(step, free)
        return end[0] if end else LAST_BLOCKS, radius, BOARD.region(step, free).bit_count()

    def _shorter_ways(self, cell: int, distance: list[int]) -> int:
        return sum(distance[near] < distance[cell] for near in BOARD.steps(cell, BOARD.all))

    def _with_noise(self, promise: int, cat: int, free: int) -> int:
        """Return a promise with noise up to half of the margin, by the seed.

        A promise that decides the game, or nearly, stays as it is, and no other becomes one.
        """
        if not self._margin or not OPEN_EXIT_PROMISE <= promise < HELD:
            return promise
        import random

        noise = random.Random(f"{cat} {free} {self._seed}").randint(0, self._margin) - self._margin // 2
        return min(max(promise + noise, OPEN_EXIT_PROMISE), HELD - 1)

    def _visible_cells(self, cells: list[int], cat: int, free: int) -> list[int]:
        """Return the cells that this player sees, at least one.

        A weakened player misses a pseudo-random fraction of them, always the same ones by position and seed.
        """
        if not self._ignored_part:
            return cells
        import random

        chance = random.Random(f"{cat} {free} {self._seed}" if self._seed else f"{cat} {free}")
        return [cell for cell in cells if chance.random() >= self._ignored_part] or cells[:1]


def best_first(position: Position, level: Level = Level(), kernels: Kernels = DISTANCES.plain) -> int:
    """Return the cell that the side to move steps on or blocks, by best-first search without proofs."""
    search = BestFirst(kernels, position.exits, level)
    choose = search.step if position.turn == "cat" else search.block
    return choose(position.cat, position.free)
