"""One job: it solves, or divides a position by the engine's replies."""

from __future__ import annotations

from catsdogs import GAME, read_position
from common.games.cats_and_dogs.proof_job import Job, Resources, run_job
from common.games.cats_and_dogs.proof_moves import ProofMoves
from common.games.cats_and_dogs.symmetry import canonical
from common.kernels.kernel import Kernels
from tests.support.catsdogs_cases import CATS_WIN
from tests.support.catsdogs_jobs import BUCKETS, LATE, MODULE

LATE_START = canonical(read_position(LATE[31]))


def test_easy_position_is_solved(compiled: Kernels) -> None:
    for rows, winner in ((LATE[28], "dog"), (CATS_WIN, "cat")):
        state = canonical(read_position(rows))
        fact = run_job(Job(MODULE, state, Resources(100_000, BUCKETS), False))
        assert (fact.state, fact.winner, fact.replies) == (state, winner, {})
        assert 0 < fact.nodes < 100_000 and fact.seconds > 0


def test_long_job_divides_its_position(compiled: Kernels) -> None:
    moves = ProofMoves(GAME.search.compiled().fast, GAME.search.compiled().fields)
    fact = run_job(Job(MODULE, LATE_START, Resources(200, BUCKETS), False))
    assert fact.winner is None and 200 <= fact.nodes < 8_000
    assert set(fact.replies) == {at for at in moves.captures(LATE_START) if moves.winner(at) is None}
    for before, after in fact.replies.items():
        assert after in moves.replies(before)


def test_hopeless_job_only_divides(compiled: Kernels) -> None:
    fact = run_job(Job(MODULE, LATE_START, Resources(100_000, BUCKETS), True))
    assert fact.winner is None and fact.nodes == 0 and len(fact.replies) > 5


def test_job_of_the_dogs_divides_into_their_reply(compiled: Kernels) -> None:
    at = read_position(LATE[31])
    state = canonical(at.play(at.moves()[0]))
    assert set(run_job(Job(MODULE, state, Resources(100, BUCKETS), True)).replies) == {state}
