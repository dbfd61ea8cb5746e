"""The scale of scores (`python tests/bench scale`): the fitted curve, and its use for start positions."""

from __future__ import annotations

import json
from math import tanh
from random import Random

import pytest

from tests.bench.scale import ScoredPosition, fit_curve, score_game
from tests.support.programs import Run
from walls import GAME, start

START = "CDDDDDC/DDDDDDD/DDDDDDD/DDDCDDD/DDDDDDD/DDDDDDD/CDDDDDC"


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


def test_catsdogs_start_does_not_favour_the_cats(run: Run) -> None:
    found = json.loads(run("catsdogs.py", "analyse", "cat", START, "0", "--nodes", "500", "--json").stdout)
    assert found["score"] > 10 and found["expected"] < -20 and not found["proven"]
    told = run("catsdogs.py", "analyse", "cat", START, "0", "--nodes", "500").stdout
    assert f"Score: {found['expected']:+} for cat (worth " in told


def test_squirrels_expected_score_depends_on_relative_values(run: Run) -> None:
    board = "XXX../X..../..O../...../....."
    told = [
        json.loads(
            run(
                "squirrels.py", "analyse", "X", " ".join([str(worth)] * 25), board.replace(".", "*"), "--json"
            ).stdout
        )
        for worth in (2, 2000)
    ]
    assert told[0]["score"] * 1000 == told[1]["score"] != 0
    assert told[0]["expected"] == told[1]["expected"]


def test_walls_curve_depends_on_the_nearest_measured_size() -> None:
    assert [GAME.search.score(start(size), "A", 3.0, "").expected for size in (3, 5, 7, 9, 11, 25)] == [
        76,
        76,
        55,
        35,
        35,
        35,
    ]
    assert (
        GAME.search.curve(GAME.starts.opening(0, 7))
        == GAME.search.curve(start(7))
        != GAME.search.curve(start(5))
    )
