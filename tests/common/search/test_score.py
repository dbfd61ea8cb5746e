"""Scores: expected scores from -100 to +100, texts, the view of the other side."""

from __future__ import annotations

from math import log

import pytest

from common.search.score import Curve, Score

CURVE = Curve(0.5)


@pytest.mark.parametrize(("score", "expected"), [(0, 0), (1, 24), (-1, -24), (2, 46), (100, 99), (-100, -99)])
def test_unproven_score_is_an_expected_score_below_100(score: float, expected: int) -> None:
    assert CURVE.expected(score) == CURVE.of_other.expected(score) == expected
    assert Score("X", score, "", CURVE).expected == expected


@pytest.mark.parametrize("score", [-3.0, 0.0, 0.5, 7.0])
def test_what_one_side_may_expect_the_other_may_not(score: float) -> None:
    curve = Curve(0.3, -1.2)
    assert curve.expected(score) == -curve.of_other.expected(-score)
    assert curve.expected(0.0) < 0 < curve.of_other.expected(0.0)
    seen = Score("X", score, "", curve)
    assert seen.for_side("O") == Score("O", 0.0 - score, "", Curve(0.3, 1.2))
    assert (seen.expected, seen.for_side("O").for_side("X")) == (-(seen.for_side("O").expected or 0), seen)


def test_three_of_four_games_won_is_an_expected_result_of_50() -> None:
    assert Curve(log(3)).expected(1.0) == 50  # odds of 3 to 1


def test_score_text_sets_a_proven_one_apart() -> None:
    score = Score("X", 2.0, "X leads by 2 squares", CURVE)
    assert score.text == "+46 for X (X leads by 2 squares)"
    assert score.for_side("O").text == "-46 for O (X leads by 2 squares)"
    assert score._replace(proven=True, words="X wins by 2 squares").text == "X wins by 2 squares, proven"
    assert score._replace(value=None, words="nobody has won by then").text == "nobody has won by then"
    assert score._replace(later=2).text == "+46 for X (X leads by 2 squares, found 2 moves later)"


@pytest.mark.parametrize(("value", "expected"), [(3.0, 100), (0.0, 0), (-0.5, -100)])
def test_proven_score_is_an_expected_score_of_100(value: float, expected: int) -> None:
    score = Score("X", value, "", CURVE, True)
    assert (score.expected, score.for_side("O").expected) == (expected, -expected)
