"""One question to three algorithms: does the side to move get at least `target`?"""

from __future__ import annotations

import catsdogs
import duel7
import squirrels
import walls
from common.games.cats_and_dogs.win_prover import WinProver
from common.games.squirrels.exact_search import EXACT_KERNELS
from common.games.squirrels.exact_solver import ExactSolver
from common.games.walls.moves import state_of
from common.games.walls.solver import LeadProver
from common.kernels.deadline import Deadline
from common.search.limit import Limit
from common.search.prover import ProvenBounds, Prover

AMPLE = Limit(nodes=3_000_000)


def values() -> tuple[Prover, tuple[int, ...], int]:
    """Return a solver, a position with three free squares, and its further gain by brute force."""
    position = squirrels.Position(tuple(range(1, 26)), "XO" * 11 + "***", "X")

    def gain(at: squirrels.Position) -> int:
        now = squirrels.evaluate(at, at.turn)
        return (
            max(
                (-squirrels.evaluate(after, after.turn) - gain(after) for after in map(at.play, at.moves())),
                default=now,
            )
            - now
        )

    solver = ExactSolver(EXACT_KERNELS.plain, position.values, 0.01)
    return solver, squirrels.state_of(position), gain(position)


def walkers() -> tuple[Prover, tuple[int, ...], int]:
    """Return a solver and the start of 3x3, which the first player wins by one brick."""
    linked = walls.GAME.search.compiled(3)
    return LeadProver(linked.plain, linked.fields), state_of(walls.start(3)), 1


def test_solvers_prove_lower_and_upper_bounds() -> None:
    for solver, state, value in (values(), walkers()):
        at_least = solver.prove(state, value, Deadline.from_limit(AMPLE))
        more = solver.prove(state, value + 1, Deadline.from_limit(AMPLE))
        assert at_least.low == value and at_least.move is not None
        assert more.high == value
        assert solver.prove(state, value - 1, Deadline.from_limit(AMPLE)).low >= value - 1


def test_proof_number_solver_proves_wins_only() -> None:
    linked = catsdogs.GAME.search.compiled()
    decider = WinProver(linked.plain, linked.fields)
    state = catsdogs.GAME.search.state(
        catsdogs.read_position("C..C..D/C....../......./......./......./......./C.....C", 1)
    )
    found = decider.prove(state, 1, Deadline.from_limit(AMPLE))
    assert found.wins
    assert found.move is not None
    assert decider.prove(state, 0, Deadline.from_limit(AMPLE)).low == 0


def test_solvers_prove_nothing_without_time() -> None:
    for solver, state, value in (values(), walkers()):
        found = solver.prove(state, value, Deadline.from_limit(Limit(seconds=1e-6)))
        assert not found.exact
    companion = duel7.GAME.search.companion(0, duel7.GAME.search.compiled().plain, {}, False)
    assert companion.decide((), Deadline()) == ProvenBounds()
