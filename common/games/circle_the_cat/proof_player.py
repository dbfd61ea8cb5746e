"""A player that plays by proofs: it keeps and shortens a win, and makes a loss hard to find.

    the cat wins       by the step with the soonest proven win: it asks about the nearest horizon first
    the catcher wins   by the block that holds the cat in the smallest region; all cells outside are exits
    a side loses       by the move with the most replies before the first refutation, in best-first order

Certificates (certificates.py) hold for every later position, so later moves reuse them. Work is counted in
positions. The clock is read only if the limit has seconds. Otherwise equal games get equal moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import cycle, takewhile
from math import inf
from typing import TYPE_CHECKING

from common.games.circle_the_cat.best_first import BestFirst
from common.games.circle_the_cat.hexagons import BOARD
from common.games.circle_the_cat.solver import PROOF_PART, CertificateSolver
from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels
from common.rules.bits import cells_of
from common.search.limit import Limit

if TYPE_CHECKING:
    from game import Position

DEFAULT_POSITIONS = 1_000_000  # positions for a move without a limit
IMPROVEMENT_POSITIONS = (
    100_000  # positions for the cat's shortest win, or the hardest loss, once the winner is proven
)
REGION_POSITIONS = 25_000  # positions for each region, and for each horizon
FEW_POSITIONS = 500  # positions: too few to start on a horizon, but they suffice for nearly proven results
MAX_LAST_CELLS = 20  # in a region of at most this many cells the soonest end is searched for


def count_wrong(replies: Iterable[int], is_wrong: Callable[[int], bool]) -> int:
    """Return the number of replies before the first that is not wrong; all of them if each one is.

    They are in the order in which the opponent would look at them: more make a loss harder to find.
    """
    return sum(1 for _ in takewhile(is_wrong, replies))


class MoveBudget:
    """The positions and the time that are left for a move."""

    def __init__(self, deadline: Deadline) -> None:
        self.positions = deadline.nodes or (inf if deadline.is_timed else DEFAULT_POSITIONS)
        self._deadline = deadline
        self._proof_deadline = deadline.part(PROOF_PART)

    @property
    def is_expired(self) -> bool:
        """True once the time for the move is over."""
        return self._deadline.expired

    @contextmanager
    def limiting(self, solver: CertificateSolver, positions: float = inf) -> Iterator[None]:
        """Limit a solver to `positions`, and to what is left of the move, in this context.

        Then subtract the positions that it has used. None are left if the time was over at the beginning.
        """
        return self._limiting_until(self._deadline, solver, positions)

    @contextmanager
    def limiting_proof(self, solver: CertificateSolver) -> Iterator[None]:
        """Limit a solver to PROOF_PART of the move's time in this context, and to all but a few positions."""
        return self._limiting_until(self._proof_deadline, solver, self.positions - FEW_POSITIONS)

    def _limiting_until(
        self, deadline: Deadline, solver: CertificateSolver, positions: float
    ) -> Iterator[None]:
        in_time = not deadline.expired
        most = min(positions, self.positions)
        solver.set_deadline(deadline._replace(nodes=None if most == inf else int(most)))
        yield
        self.positions = max(self.positions - solver.nodes, 0) if in_time else 0


class ProofPlayer:
    """A player of either side that expects the positions of a game in order; a new game resets it.

    With `seeks_chances` a losing side makes the move that is hardest to refute, else the best-first one.
    """

    seeks_chances = True

    def __init__(self, certificates: Kernels, distances: Kernels, limit: Limit) -> None:
        """Take the kernels of certificates.py, in machine code, and those of distances.py."""
        # A module's memory never shrinks, so solvers are used again. Three take turns at regions: one holds
        # the last region, one the previous of the next.
        self._solver, *self._spare = (CertificateSolver(certificates, 0) for _ in range(4))
        self._distances = distances
        self._limit = limit
        self._exits = 0
        self._free = 0  # of the last position
        self.positions = 0  # searched for the last move

    def move(self, position: Position, deadline: Deadline | None = None) -> int:
        """Return the cell to step on or to block; the default deadline is the player's limit.

        A deadline without time or nodes means DEFAULT_POSITIONS positions.
        """
        if position.exits != self._exits or position.free & ~self._free:  # a new game
            self._solver.forget(position.exits)
            self._region, self._region_solver = BOARD.all, self._solver
        self._exits = position.exits
        self._free = position.free
        allowed = MoveBudget(deadline or Deadline.from_limit(self._limit))
        before = allowed.positions
        self._best_first = BestFirst(self._distances, position.exits)
        choose = self._step if position.turn == "cat" else self._block
        move = choose(position.cat, position.free, allowed)
        self.positions = int(before - allowed.positions) if before < inf else 0
        return move

    def _step(self, cat: int, free: int, budget: MoveBudget) -> int:
        steps = self._solver.rated_steps(free, BOARD.steps(cat, free))
        with budget.limiting_proof(self._solver):
            answer = self._solver.prove_step(free, steps)
        if answer.wins and answer.move is not None:
            return self._fastest_step(free, steps, answer.move, budget)
        guess = self._best_first.step(cat, free)
        if answer.move is not None:
            with budget.limiting(self._solver, FEW_POSITIONS):
                return answer.move if self._solver.prove_block(guess, free).wins else guess

        def wrong(step: int) -> int:
            if budget.is_expired:
                return 0
            with budget.limiting(self._solver, IMPROVEMENT_POSITIONS / len(steps)):
                blocks = self._best_first.likely_blocks(step, free)
                return count_wrong(
                    blocks, lambda block: self._solver.block_wins(step, free, block) is not True
                )

        return max([guess, *steps], key=wrong) if self.seeks_chances else guess

    def _block(self, cat: int, free: int, budget: MoveBudget) -> int:
        with budget.limiting_proof(self._solver):
            answer = self._solver.prove_block(cat, free)
        if answer.wins and answer.move is not None:
            return self._confining_block(cat, free, answer.move, budget)
        guess = self._best_first.block(cat, free)
        if answer.wins is None:
            return guess
        needed = cells_of(self._solver.certificate() & free & ~(1 << cat | 1 << guess))
        blocks = [guess, *needed]

        def wrong(block: int) -> int:
            if budget.is_expired:
                return 0
            after = free & ~(1 << block)
            with budget.limiting(self._solver, IMPROVEMENT_POSITIONS / len(blocks)):
                steps = self._best_first.likely_steps(cat, after)
                return count_wrong(
                    steps, lambda step: self._solver.prove_block(step, after).wins is not False
                )

        return max(blocks, key=wrong) if self.seeks_chances else guess

    def _fastest_step(self, free: int, steps: list[int], winning_step: int, budget: MoveBudget) -> int:
        """Return the step with the soonest win that can be proven, else `winning_step`."""
        for step in steps:
            if self._exits >> step & 1:
                return step
        left = min(IMPROVEMENT_POSITIONS, budget.positions)
        for within in range(1, BOARD.size):
            with budget.limiting(self._solver, min(left, REGION_POSITIONS)):
                answer = self._solver.prove_step(free, steps, within)
            if answer.wins and answer.move is not None:
                return answer.move
            left -= self._solver.nodes
            if left < FEW_POSITIONS or budget.is_expired:
                break
        return winning_step

    def _confining_block(self, cat: int, free: int, winning_block: int, budget: MoveBudget) -> int:
        """Return the block that provably holds the cat in the smallest region, else `winning_block`."""
        if BOARD.region(cat, self._region & free).bit_count() <= MAX_LAST_CELLS:
            last = self._best_first.last_block(cat, free)
            if last is not None:
                return last
        inner: CertificateSolver | None = None  # of the previous region, which was too small
        for region, solver in self._regions(cat, free):
            with budget.limiting(solver, REGION_POSITIONS):
                answer = solver.prove_block(cat, free)
                spare = (
                    answer.wins and inner and solver.prove_step(free, BOARD.steps(cat, free)).wins is False
                )
            if answer.wins and answer.move is not None:
                self._region, self._region_solver = region, solver
                return inner.best_block(cat, free) if spare and inner else answer.move
            if budget.is_expired:  # making the solver of a further region takes half a millisecond
                break
            inner = solver
        return winning_block

    def _regions(self, cat: int, free: int) -> Iterator[tuple[int, CertificateSolver]]:
        """Yield ever larger regions around the cat, each with a solver whose exits are all cells outside.

        The last one is the region that held the cat before.
        """
        region, whole = 1 << cat, BOARD.region(cat, self._region & free)
        spare = cycle([solver for solver in self._spare if solver is not self._region_solver][:2])
        while region != whole:
            solver = next(spare)
            solver.forget(self._exits | BOARD.all & ~region)
            yield region, solver
            region |= BOARD.neighbours_of(region) & whole
        yield self._region, self._region_solver
