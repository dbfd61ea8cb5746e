"""The time budget of a whole game's analysis, and the positions that are searched again."""

from __future__ import annotations

import time

import pytest

from common.play.analysis.game_budget import GAME_SECONDS, GameBudget, notable_positions
from common.search.limit import Limit
from common.search.results import Insight
from common.search.score import Curve, Score


def insight(side: str, value: float | None, proven: bool = False) -> Insight:
    return Insight(Score(side, value, "words", Curve(0.5), proven), (), 3)


def test_first_searches_take_half_of_the_seconds() -> None:
    budget = GameBudget.starting_now(40, 8.0)
    assert budget.first_limit() == Limit(seconds=0.1)
    assert budget.second_limit() == Limit(seconds=1.0)


def test_few_positions_get_the_seconds_of_a_single_one() -> None:
    budget = GameBudget.starting_now(1, 8.0)
    assert (budget.first, budget.second) == (2.0, 2.0)


@pytest.mark.parametrize(("left", "seconds"), [(5.0, 1.0), (0.5, 0.5), (0.05, None), (-1.0, None)])
def test_second_search_ends_with_the_budget(
    monkeypatch: pytest.MonkeyPatch, left: float, seconds: float | None
) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 100.0)
    limit = GameBudget(0.1, 1.0, 100.0 + left).second_limit()
    assert (limit and limit.seconds) == (seconds and pytest.approx(seconds))


def test_budget_of_a_game_ends_within_ten_seconds() -> None:
    assert GAME_SECONDS < 10


def test_positions_around_large_falls_come_first() -> None:
    """X loses a little by its first move, nothing by its second and much by its third."""
    found = [insight("X", 1.0), insight("O", -0.2), insight("X", 0.2), insight("O", -0.2)]
    found += [insight("X", 0.2), insight("O", 3.0), insight("X", -3.0)]
    assert list(notable_positions(found)) == [4, 5, 0, 1]


def test_proven_and_unknown_scores_are_not_searched_again() -> None:
    assert list(notable_positions([insight("X", 3.0, True), insight("O", 3.0)])) == [1]
    assert list(notable_positions([insight("X", None), insight("O", 3.0)])) == []
