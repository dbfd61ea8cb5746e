"""The best move, and what `solve` proves."""

from __future__ import annotations

from math import inf

import pytest

from common.api.answers import best_move, solve
from common.rules.errors import BadInput
from common.search.limit import Limit
from common.search.results import Question, Solution
from tests.support.small_api import API
from tests.support.small_game import Position


def test_best_move_is_a_legal_move_with_its_score() -> None:
    move, score = best_move(API, Position(6), Limit(depth=9))
    assert (move, score.side, score.proven, score.expected) == (2, "Ann", True, 100)


def test_solution_names_winner_move_and_line() -> None:
    found = solve(API, Position(6), Limit(20))
    assert (found.proof, found.winner, found.move, found.line[0]) == ("exact value", "Ann", 2, "2")
    assert found.text.startswith("Value: Ann wins, proven\n")
    assert solve(API, Position(4), Limit(inf)).winner == "Bob"


@pytest.mark.parametrize(
    ("score", "is_exact", "proof", "winner"),
    [
        (None, False, "not proven", None),
        (5, False, "proven win", "Ann"),
        (-5, True, "exact value", "Bob"),
        (0, True, "exact value", None),
    ],
)
def test_kind_of_proof_is_that_of_the_solver(
    score: int | None, is_exact: bool, proof: str, winner: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(position: Position, question: Question) -> Solution:
        if score is not None:
            question.on_proven(score)
            question.on_proven(-score)  # of another start
        return Solution(["A line"], [{}], [], has_exact_value=is_exact)

    monkeypatch.setattr(API.search, "solve", answer)
    assert solve(API, Position(), Limit(1)) == (proof, winner, None, (), "A line")


def test_wrong_questions_are_refused() -> None:
    for ask in (best_move, solve):
        with pytest.raises(BadInput, match="The game is over"):
            ask(API, Position(0), Limit(1))
        with pytest.raises(BadInput, match="above 0"):
            ask(API, Position(), Limit(-1))
