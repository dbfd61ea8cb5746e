"""`solve 3` and `solve 5` of Walls. The ends of the strategy, which take minutes, count as proven here."""

from __future__ import annotations

import pytest

from common.games.walls.start_solution import solve_by_prover, solve_by_strategy
from common.games.walls.strategy_check import StrategyCheck
from common.search.limit import Limit
from common.search.results import Question
from tests.support.compiled import machine_code
from walls import GAME, start


def test_strategies_of_both_sides_decide_5x5(monkeypatch: pytest.MonkeyPatch) -> None:
    machine_code(GAME.search.compiled(5))
    monkeypatch.setattr(StrategyCheck, "_proves", lambda *_: True)
    told = list[int]()
    question = Question(on_proven=lambda score, more="": told.append(score))
    found = solve_by_strategy(GAME.search.compiled(5), start(5), question)
    assert found.lines == [
        "A: 26871 positions, 9193 ends proven, +1 or better",
        "B: 21023 positions, 8075 ends proven, -1 or better",
        "A starts: A wins by 1, proven",
        "B starts: B wins by 1, proven",
        "Best: turn-left",
    ]
    known = {"value": 1, "move": "turn-left", "proven": True}
    assert found.facts == [{"starter": side, **known} for side in "AB"]
    assert found.has_exact_value and told == [1]


def test_3x3_stays_open_within_few_nodes() -> None:
    found = solve_by_prover(GAME.search.compiled(3), [start(3), start(3, 1)], Question(Limit(nodes=10)))
    assert (found.lines, found.facts, found.has_exact_value) == (["A starts: not known yet"], [], False)
