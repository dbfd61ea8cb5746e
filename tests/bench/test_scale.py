"""The curve from leads to expected scores, fitted by `python tests/bench scale`."""

from __future__ import annotations

from math import tanh
from random import Random

import pytest

from tests.bench.scale import ScoredPosition, fit_curve, score_game


def random_games(slope: float, start: float, count: int = 2000) -> list[list[ScoredPosition]]:
    """Return random games of one position, won as often as a curve predicts."""
    chance, games = Random(5), list[list[ScoredPosition]]()
    for _ in range(count):
        score = chance.uniform(-5, 5)
        games.append(
            [ScoredPosition(score, float(chance.random() < (1 + tanh((slope * score + start) / 2)) / 2))]
        )
    return games


@pytest.mark.parametrize(("slope", "start"), [(0.8, 0.0), (0.3, -1.5), (2.0, 0.7)])
def test_fit_recovers_the_curve_of_random_games(slope: float, start: float) -> None:
    curve = fit_curve(random_games(slope, start))
    assert curve.slope == pytest.approx(slope, rel=0.15)
    assert curve.start == pytest.approx(start, abs=0.2)


def test_fit_starts_at_zero_without_a_clear_advantage() -> None:
    assert fit_curve(random_games(0.8, 0.02)).start == 0


def test_fit_is_finite_and_flat_if_scores_are_useless() -> None:
    assert -8 < fit_curve([[ScoredPosition(score, 0.0)] for score in (1.0, 2.0, 3.0)] * 20).start < -2
    assert fit_curve(random_games(-0.5, -1.0)).slope == 0


def test_scored_game_is_reproducible() -> None:
    first, again = (score_game(3, "squirrels", 0) for _ in range(2))
    assert first == again
    assert {each.result for each in first} <= {0.0, 0.5, 1.0} and len({each.result for each in first}) == 1
