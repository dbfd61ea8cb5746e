"""What scores are worth (`python tests/bench scale`): the fit finds a curve again; what it says of starts; the same each time."""

from __future__ import annotations

import json
from math import tanh
from random import Random

import pytest

from tests.bench.scale import Scored, fitted, scored
from tests.support.programs import Run
from walls import GAME, start

START = "CDDDDDC/DDDDDDD/DDDDDDD/DDDCDDD/DDDDDDD/DDDDDDD/CDDDDDC"


def drawn(slope: float, start: float, count: int = 2000) -> list[list[Scored]]:
    """Games of one position, won as often as a curve says."""
    chance, games = Random(5), list[list[Scored]]()
    for _ in range(count):
        score = chance.uniform(-5, 5)
        games.append([Scored(score, float(chance.random() < (1 + tanh((slope * score + start) / 2)) / 2))])
    return games


@pytest.mark.parametrize(("slope", "start"), [(0.8, 0.0), (0.3, -1.5), (2.0, 0.7)])
def test_the_curve_by_which_games_were_drawn_is_found_again(slope: float, start: float) -> None:
    curve = fitted(drawn(slope, start))
    assert curve.slope == pytest.approx(slope, rel=0.15)
    assert curve.start == pytest.approx(start, abs=0.2)


def test_a_side_that_is_not_clearly_better_off_has_nothing_at_even() -> None:
    assert fitted(drawn(0.8, 0.02)).start == 0


def test_where_one_side_always_wins_the_odds_are_finite_and_scores_that_mislead_count_nothing() -> None:
    assert -8 < fitted([[Scored(score, 0.0)] for score in (1.0, 2.0, 3.0)] * 20).start < -2
    assert fitted(drawn(-0.5, -1.0)).slope == 0


def test_games_of_one_number_are_the_same() -> None:
    first, again = (scored(3, "squirrels", 0) for _ in range(2))
    assert first == again
    assert {each.result for each in first} <= {0.0, 0.5, 1.0} and len({each.result for each in first}) == 1


def test_the_start_of_cats_and_dogs_does_not_look_won_for_the_cats_that_lose_it(run: Run) -> None:
    found = json.loads(run("catsdogs.py", "analyse", "cat", START, "0", "--nodes", "500", "--json").stdout)
    assert found["score"] > 10 and found["expected"] < -20 and not found["proven"]
    told = run("catsdogs.py", "analyse", "cat", START, "0", "--nodes", "500").stdout
    assert f"Score: {found['expected']:+} for cat (worth " in told


def test_the_same_share_of_all_values_is_worth_the_same(run: Run) -> None:
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


def test_a_brick_is_worth_less_on_larger_boards_and_sizes_that_were_not_measured_have_the_nearest_ones_curve() -> (
    None
):
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
