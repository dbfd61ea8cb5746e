"""Provers: one deadline for several questions, a memory that is emptied, and proofs that are kept."""

from __future__ import annotations

import walls
from common.games.circle_the_cat.certificates import CERTIFICATES
from common.games.circle_the_cat.solver import CertificateSolver
from common.games.walls.moves import state_of
from common.games.walls.solver import LeadProver
from common.kernels.deadline import Deadline
from tests.support.cat_starts import set_start
from tests.support.compiled import machine_code


def test_questions_share_a_deadline() -> None:
    linked = walls.GAME.search.compiled(3)
    prover, state = LeadProver(linked.plain, linked.fields), state_of(walls.start(3))
    prover.set_deadline(Deadline(nodes=100_000))
    assert prover.ask(state, 1).low == 1
    spent = prover.nodes
    assert prover.ask(state, 2).high == 1
    assert prover.nodes > spent
    prover.set_deadline(Deadline(nodes=spent))
    assert prover.nodes == 0


def test_second_question_about_a_proven_position_takes_one_node() -> None:
    linked = walls.GAME.search.compiled(3)
    prover, state = LeadProver(linked.plain, linked.fields), state_of(walls.start(3))
    first, again = (prover.prove(state, 1, Deadline(nodes=100_000)) for _ in range(2))
    assert again == first._replace(nodes=1)


def test_forgetful_solver_answers_as_a_new_one() -> None:
    kernels = machine_code(CERTIFICATES)
    used = CertificateSolver(kernels, 0)
    for number in range(3):
        start = set_start("R10", number)
        used.forget(start.exits)
        used.set_deadline(Deadline(nodes=20_000))
        fresh = CertificateSolver(machine_code(CERTIFICATES), start.exits)
        fresh.set_deadline(Deadline(nodes=20_000))
        assert used.prove_block(start.cat, start.free) == fresh.prove_block(start.cat, start.free)
        assert used.nodes == fresh.nodes > 1
