"""The curve from leads to expected scores, fitted by `python tests/bench scale`."""

from __future__ import annotations

from math import exp, log, tanh
from random import Random

import pytest

from common.search.score import Curve
from tests.bench.captures import OLD_ODDS, Sample, fit_captures, log_losses, mean_errors
from tests.bench.parity import mean_log_loss, reversals
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


def test_reversals_count_the_changes_taken_back() -> None:
    assert reversals([1, -1, 1, -1]) == (3, 2)
    assert reversals([1, -1, -1, 1]) == (2, 0)
    assert reversals([1, 0, -1, 2]) == (1, 0)
    assert reversals([]) == (0, 0)


def test_mean_log_loss_is_that_of_the_curve() -> None:
    readings = [ScoredPosition(1.0, 1.0), ScoredPosition(1.0, 0.0), ScoredPosition(0.0, 0.5)]
    chance = 1 / (1 + exp(-1.0))
    assert mean_log_loss(readings, Curve(1.0)) == pytest.approx(
        -(log(chance) + log(1 - chance) + log(0.5)) / 3
    )


def test_fit_of_captures_recovers_the_formula_of_random_positions() -> None:
    chance, samples = Random(3), list[Sample]()
    for _ in range(5000):
        safe, dogs, moves = chance.uniform(5, 25), chance.randint(10, 44), chance.random() < 0.5
        count = round(safe * (0.3 + 0.02 * dogs) - 0.5 * moves + chance.gauss(0, 2))
        samples.append(Sample(dogs, moves, safe, count, False))
    assert fit_captures(samples) == pytest.approx((0.3, 0.02, -0.5), abs=0.15)


def test_errors_and_losses_of_predictions() -> None:
    samples = [Sample(44, False, 20.0, 21, False), Sample(44, False, 20.0, 17, False)]
    constant, score, expected = mean_errors(samples, 10.0)
    assert (constant, score) == (9.0, 2.0) and expected < 3
    old, new = log_losses(samples)
    assert old == pytest.approx(-log(1 - 1 / (1 + exp(-OLD_ODDS)))) and new < old
