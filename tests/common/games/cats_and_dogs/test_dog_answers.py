"""The check of the dogs' answers: it accepts right ones and refuses wrong and missing ones."""

from __future__ import annotations

import pytest

from catsdogs import GAME, read_position
from common.games.cats_and_dogs import proof_job
from common.games.cats_and_dogs.dog_answers import DogStrategy, ProvenAnswers, check_dogs_win, steps_to
from common.games.cats_and_dogs.proof_moves import ProofMoves
from common.games.cats_and_dogs.symmetry import State, canonical
from common.kernels.kernel import Kernels
from common.rules.errors import BadInput
from tests.support.catsdogs_cases import MIDDLE, late_positions, symmetries, transform
from tests.support.catsdogs_jobs import LATE, prove

LINKED = GAME.search.compiled()
START = read_position(MIDDLE)


def test_steps_lead_to_every_reply() -> None:
    moves, seen = ProofMoves(LINKED.plain, LINKED.fields), set[int]()
    for at, _ in late_positions(40):
        if at.step == 0:
            continue
        for goal in moves.replies(canonical(at)):
            if moves.winner(goal) == "cat":
                continue
            after = at
            for step in steps_to(at, goal):
                assert step in after.moves() and not after.outcome()
                after = after.play(step)
            assert canonical(after) == goal
            seen.add(at.step)
    assert seen == {1, 2}


def test_steps_to_an_unreachable_position_are_none() -> None:
    at = START.play(START.moves()[0])
    assert steps_to(at, canonical(START)) == []


@pytest.mark.parametrize("number", range(8))
def test_right_answers_pass_from_every_image(number: int, compiled: Kernels) -> None:
    start = transform(START, list(symmetries())[number])
    answers = ProvenAnswers(prove(start, 50).tree, LINKED, 1 << 10)
    assert check_dogs_win(start, DogStrategy(answers)) > 10


def test_wrong_and_missing_answers_are_refused(compiled: Kernels) -> None:
    moves = ProofMoves(LINKED.fast, LINKED.fields)

    def worst(state: State) -> State:
        return moves.replies(state)[-1]

    with pytest.raises(BadInput, match="the strategy of dog does not reach its claim where No cat has a dog"):
        check_dogs_win(START, DogStrategy(worst))
    with pytest.raises(BadInput, match="the dogs have no answer: Position"):
        check_dogs_win(START, DogStrategy(lambda state: None))


def test_solver_knows_no_answer_where_the_cats_win(compiled: Kernels) -> None:
    at = next(at for at, brute in late_positions(60) if at.step == 1 and brute.value(at) < 0)
    assert ProvenAnswers(prove(at, 50).tree, LINKED, 1 << 10)(canonical(at)) is None


def test_tree_names_its_proven_reply(compiled: Kernels) -> None:
    vars(proof_job._OWN).clear()
    proof = prove(read_position(LATE[28]), 400)
    child = next(child for child in proof.tree.root.children if child.children)
    reply = proof.tree.proven_reply(child.state)
    assert reply is not None and ProvenAnswers(proof.tree, LINKED, 1 << 10)(child.state) == reply
