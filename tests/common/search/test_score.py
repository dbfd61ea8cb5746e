"""Scores: expected scores from -100 to +100, texts, the other side's view."""

from __future__ import annotations

from math import log

import pytest

from common.search.score import Curve, Score

CURVE = Curve(0.5)


@pytest.mark.parametrize(("score", "expected"), [(0, 0), (1, 24), (-1, -24), (2, 46), (100, 99), (-100, -99)])
def test_unproven_expected_score_is_below_100(score: float, expected: int) -> None:
    assert CURVE.expected(score) == CURVE.for_other_side.expected(score) == expected
    assert Score("X", score, "", CURVE).expected == expected


@pytest.mark.parametrize("score", [-3.0, 0.0, 0.5, 7.0])
def test_expected_scores_of_both_sides_add_up_to_zero(score: float) -> None:
    curve = Curve(0.3, -1.2)
    assert curve.expected(score) == -curve.for_other_side.expected(-score)
    assert curve.expected(0.0) < 0 < curve.for_other_side.expected(0.0)
    seen = Score("X", score, "", curve)
    assert seen.for_side("O") == Score("O", 0.0 - score, "", Curve(0.3, 1.2))
    assert (seen.expected, seen.for_side("O").for_side("X")) == (-(seen.for_side("O").expected or 0), seen)


def test_expected_score_is_50_at_three_wins_in_four_games() -> None:
    assert Curve(log(3)).expected(1.0) == 50  # odds of 3 to 1


def test_score_text_distinguishes_proven_scores() -> None:
    score = Score("X", 2.0, "X leads by 2 squares", CURVE)
    assert score.text == "+46 for X (X leads by 2 squares)"
    assert score.for_side("O").text == "-46 for O (X leads by 2 squares)"
    assert score._replace(proven=True, words="X wins by 2 squares").text == "X wins by 2 squares, proven"
    assert score._replace(value=None, words="nobody has won by then").text == "nobody has won by then"
    assert score._replace(moves_later=2).text == "+46 for X (X leads by 2 squares, found 2 moves later)"


@pytest.mark.parametrize(("value", "expected"), [(3.0, 100), (0.0, 0), (-0.5, -100)])
def test_proven_win_has_an_expected_score_of_100(value: float, expected: int) -> None:
    score = Score("X", value, "", CURVE, True)
    assert (score.expected, score.for_side("O").expected) == (expected, -expected)
