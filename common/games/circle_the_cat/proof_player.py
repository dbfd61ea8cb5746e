"""Plays a pursuit by what is proven: a win is kept and made short, a loss made hard to find. Names no game.

    the runner wins    by the step that wins soonest: one horizon after the other is asked about, the nearest first
    the blocker wins   by the block that holds the runner in the smallest room: all cells outside count as goals
    a side loses       by the move that most replies fail to refute, in the order in which best-first search looks at them

Certificates (certificates.py) hold for every position to come, so what one move has found out serves the next.
Positions are counted, and the clock is read only if a limit has seconds: without, equal games get equal moves.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf

from common.games.circle_the_cat.best_first import BestFirst
from common.games.circle_the_cat.distances import PursuitState
from common.games.circle_the_cat.hexagons import Hexagons
from common.games.circle_the_cat.solver import PursuitSolver
from common.kernels.kernel import Kernels
from common.rules.bits import cells_of
from common.search.limit import PURSUIT_PROOF, Limit

POSITIONS = 1_000_000  # that a move may take without a limit
BETTER = 100_000  # positions, once the winner is known, for the runner's shortest win, or for the hardest loss
ROOM = 25_000  # positions for each room, and for each horizon
LITTLE = 500  # positions: too few to begin with a horizon, enough for what is nearly known
LAST_CELLS = 20  # a room of at most this many cells is searched for the soonest end


class Allowance:
    """The positions, and the time, that a move has left."""

    def __init__(self, limit: Limit) -> None:
        self.positions = limit.nodes or (inf if limit.seconds else POSITIONS)
        self._began, self._aim = time.monotonic(), limit.aim or inf

    @contextmanager
    def of(self, siege: PursuitSolver, positions: float = inf, share: float = 1) -> Iterator[None]:
        """A context in which a solver takes `positions` at most, and no longer than until `share` of the move's time is over."""
        seconds = self._began + self._aim * share - time.monotonic()
        siege.allow(max(seconds, 0), min(positions, self.positions))
        yield
        self.positions = max(self.positions - siege.nodes, 0) if seconds > 0 else 0


class ProvenPlay:
    """A player of either side, to be asked about the positions of a game in their order; a new game makes it start afresh."""

    def __init__(self, board: Hexagons, kernels: Kernels, pursuits: Kernels, limit: Limit) -> None:
        """`kernels` are those of certificates.py, as machine code, `pursuits` those of distances.py."""
        self._board, self._kernels, self._pursuits, self._limit = board, kernels, pursuits, limit
        self._last = PursuitState(0, 0, 0)
        self.positions = 0  # looked at for the last move

    def move(self, ground: PursuitState, blocking: bool) -> int:
        """A cell to close if `blocking`, else to step on."""
        if ground.goals != self._last.goals or ground.free & ~self._last.free:  # not a later position of the same game
            self._siege = self._keeper = PursuitSolver(self._board, self._kernels, ground.goals)
            self._room = self._board.all
        self._last, allowed = ground, Allowance(self._limit)
        before = allowed.positions
        self._usual = BestFirst(self._board, self._pursuits, ground.goals)
        move = (self._block if blocking else self._step)(ground, allowed)
        self.positions = int(before - allowed.positions) if before < inf else 0
        return move

    def _step(self, ground: PursuitState, allowed: Allowance) -> int:
        runner, free, _ = ground
        steps = self._siege.rated(free, self._board.steps(runner, free))
        with allowed.of(self._siege, allowed.positions - LITTLE, PURSUIT_PROOF):
            answer = self._siege.steps(free, steps)
        if answer.wins and answer.move is not None:
            return self._soonest(free, steps, answer.move, allowed)
        guess = self._usual.step(runner, free)
        if answer.move is not None:
            with allowed.of(self._siege, LITTLE):
                return answer.move if self._siege.blocks(guess, free).wins else guess

        def wrong(step: int) -> int:
            with allowed.of(self._siege, BETTER / len(steps)):
                blocks = self._usual.likely_blocks(step, free)
                return first(blocks, lambda block: self._siege.holds(step, free, block) is True)

        return max([guess, *steps], key=wrong)

    def _block(self, ground: PursuitState, allowed: Allowance) -> int:
        runner, free, _ = ground
        with allowed.of(self._siege, allowed.positions - LITTLE, PURSUIT_PROOF):
            answer = self._siege.blocks(runner, free)
        if answer.wins and answer.move is not None:
            return self._tightest(runner, free, answer.move, allowed)
        guess = self._usual.block(runner, free)
        if answer.wins is None:
            return guess
        needed = cells_of(self._siege.certificate() & free & ~(1 << runner | 1 << guess))
        blocks = [guess, *needed]

        def wrong(block: int) -> int:
            after = free & ~(1 << block)
            with allowed.of(self._siege, BETTER / len(blocks)):
                steps = self._usual.likely_steps(runner, after)
                return first(steps, lambda step: self._siege.blocks(step, after).wins is False)

        return max(blocks, key=wrong)

    def _soonest(self, free: int, steps: list[int], known: int, allowed: Allowance) -> int:
        """The step by which the runner wins soonest, as far as that is proven; else `known`, which wins."""
        for step in steps:
            if self._last.goals >> step & 1:
                return step
        left = min(BETTER, allowed.positions)
        for within in range(1, self._board.size):
            with allowed.of(self._siege, min(left, ROOM)):
                answer = self._siege.steps(free, steps, within)
            if answer.wins and answer.move is not None:
                return answer.move
            left -= self._siege.nodes
            if left < LITTLE:
                break
        return known

    def _tightest(self, runner: int, free: int, known: int, allowed: Allowance) -> int:
        """The block that holds the runner in the smallest room for which that is proven; else `known`, which wins."""
        if self._board.room(runner, self._room & free).bit_count() <= LAST_CELLS:
            last = self._usual.last_block(runner, free)
            if last is not None:
                return last
        inner: PursuitSolver | None = None  # of the room before, which was too small
        for room, siege in self._rooms(runner, free):
            with allowed.of(siege, ROOM):
                answer = siege.blocks(runner, free)
                spare = answer.wins and inner and siege.steps(free, self._board.steps(runner, free)).wins is False
            if answer.wins and answer.move is not None:
                self._room, self._keeper = room, siege
                return inner.best_block(runner, free) if spare and inner else answer.move
            inner = siege
        return known

    def _rooms(self, runner: int, free: int) -> Iterator[tuple[int, PursuitSolver]]:
        """Ever larger rooms around the runner, each with a solver whose goals are all cells outside; last the room before."""
        room, whole = 1 << runner, self._board.room(runner, self._room & free)
        while room != whole:
            yield room, PursuitSolver(self._board, self._kernels, self._last.goals | self._board.all & ~room)
            room |= self._board.spread(room) & whole
        yield self._room, self._keeper


def first(replies: Sequence[int], refutes: Callable[[int], bool]) -> int:
    """How many replies come before the first that refutes; all of them if none does."""
    return next((wrong for wrong, reply in enumerate(replies) if refutes(reply)), len(replies))
