"""What a move of a saved game did, by what is known before and after it; scores as expected results."""

from __future__ import annotations

import pytest

from common.judge.analysis.move_classification import Ply, implied, lifted
from common.search.results import Insight
from common.search.score import Curve, Score

CURVE = Curve(0.5)
SLIP = 1.0


def insight(value: float | None, side: str = "X", proven: bool = False, move: str = "a1 a2") -> Insight:
    return Insight(Score(side, value, "words", CURVE, proven), (move,), 3)


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
    from math import log

    assert Curve(log(3)).expected(1.0) == 50  # odds of 3 to 1


def test_score_text_sets_a_proven_one_apart() -> None:
    score = Score("X", 2.0, "X leads by 2 squares", CURVE)
    assert score.text == "+46 for X (X leads by 2 squares)"
    assert score.for_side("O").text == "-46 for O (X leads by 2 squares)"
    assert score._replace(proven=True, words="X wins by 2 squares").text == "X wins by 2 squares, proven"
    assert score._replace(value=None, words="nobody has won by then").text == "nobody has won by then"
    assert score._replace(later=2).text == "+46 for X (X leads by 2 squares, seen 2 moves later)"


@pytest.mark.parametrize(("value", "expected"), [(3.0, 100), (0.0, 0), (-0.5, -100)])
def test_proven_score_is_an_expected_score_of_100(value: float, expected: int) -> None:
    score = Score("X", value, "", CURVE, True)
    assert (score.expected, score.for_side("O").expected) == (expected, -expected)


@pytest.mark.parametrize(
    ("before", "after", "better", "what"),
    [
        (insight(2), insight(-2, "O"), None, None),  # nothing lost
        (insight(4), insight(-3.5, "O"), None, None),  # less than a slip
        (insight(4), insight(-3, "O"), "a1 a2", None),  # a slip, and still ahead
        (insight(1), insight(-0.5, "O"), None, None),
        (insight(1), insight(0.5, "O"), "a1 a2", "turns the game"),
        (insight(0), insight(3, "O"), "a1 a2", "turns the game"),
        (insight(-1), insight(9, "O"), "a1 a2", None),  # it was behind before
        (insight(1, proven=True), insight(0, "O"), None, None),  # only a proof says that a proven win is gone
        (insight(1, proven=True), insight(0, "O", True), "a1 a2", "throws the game away"),
        (insight(0, proven=True), insight(0.2, "O", True), "a1 a2", "throws the game away"),
        (insight(9, proven=True), insight(-1, "O", True), "a1 a2", None),  # the same winner, by less
        (insight(-1, proven=True), insight(3, "O", True), "a1 a2", None),
        (insight(2), insight(2, "X"), None, None),  # the same side again
        (insight(None), insight(3, "O"), None, None),
        (insight(2, move="b1 b2"), insight(3, "O"), None, "turns the game"),  # the best move, so it seemed
    ],
)
def test_a_move_is_judged_by_what_it_lost(
    before: Insight, after: Insight, better: str | None, what: str | None
) -> None:
    ply = Ply(7, "X", "b1 b2", before, after)
    assert ply.better(SLIP) == better
    assert ply.thrown_away == (what == "throws the game away")
    sentence = ply.turning
    assert (sentence is None) == (what is None)
    assert sentence is None or sentence.startswith(f"Move 7, X b1 b2, {what}")


def test_a_turning_point_says_what_the_side_that_moved_expects_and_never_twice_the_same() -> None:
    sentence = Ply(7, "X", "b1 b2", insight(1), insight(3, "O")).turning
    assert (
        sentence
        == "Move 7, X b1 b2, turns the game, as the engine sees it: before it +24 for X (words), after it -63 for X (words)."
    )


def test_what_came_to_light_later_counts_before() -> None:
    won = lifted(insight(0), "b1 b2", insight(-3, "O", True), SLIP)
    score = won.score
    assert (score.value, score.proven, won.line, score.later) == (3, True, ("b1 b2", "a1 a2"), 1)
    assert score.text == "words, seen 1 move later, proven"
    assert lifted(won, "c1 c2", insight(-5, "O", True), SLIP).score.later == 1
    assert lifted(insight(0, "O"), "c1 c2", won, SLIP).score.value == 0
    doubtful = lifted(insight(-9), "b1 b2", insight(3, "O", True), SLIP).score
    assert not doubtful.proven and doubtful.expected == CURVE.expected(-3)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (insight(1), insight(-1.2, "O")),
        (insight(3, proven=True), insight(-9, "O")),
        (insight(-2), insight(3, "O", True)),
        (insight(3, proven=True), insight(-3.5, "O", True)),
    ],
)
def test_nothing_is_made_of_small_or_doubtful_changes(before: Insight, after: Insight) -> None:
    assert lifted(before, "b1 b2", after, SLIP) is before


def test_after_a_proven_loss_the_other_side_has_won_whatever_was_played() -> None:
    after = implied(insight(-3, proven=True), insight(1, "O"), "O", 49)
    assert (after.score.value, after.score.words, after.score.proven) == (49, "O wins", True)
    again = implied(insight(-3, proven=True), insight(1, "X"), "O", 49)
    assert again.score.value == -49  # the same side moves again
    assert implied(insight(3, proven=True), insight(1, "O"), "O", 49).score.proven is False
    known = insight(2, "O", True)
    assert implied(insight(-3, proven=True), known, "O", 49) is known
