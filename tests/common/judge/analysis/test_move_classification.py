"""What a move of a saved game did, by what is known before and after it; scores as expected results."""

from __future__ import annotations

import pytest

from common.judge.analysis.move_classification import Ply, Scale, implied, lifted
from common.search.results import Insight
from common.search.win_probability import Curve, told

CURVE = Curve(0.5)
SCALE = Scale(
    lambda score, side, proven: (
        100 * ((score > 0) - (score < 0)) if proven else CURVE.expected(score, side == "X")
    )
)


def insight(score: float | None, side: str = "X", proven: bool = False, move: str = "a1 a2") -> Insight:
    return Insight(side, (move,), score, "words", 3, proven)


@pytest.mark.parametrize(("score", "expected"), [(0, 0), (1, 24), (-1, -24), (2, 46), (100, 99), (-100, -99)])
def test_a_score_that_is_not_proven_is_an_expected_result_below_100(score: float, expected: int) -> None:
    assert CURVE.expected(score, True) == CURVE.expected(score, False) == expected


@pytest.mark.parametrize("score", [-3.0, 0.0, 0.5, 7.0])
def test_what_one_side_may_expect_the_other_may_not(score: float) -> None:
    curve = Curve(0.3, -1.2)
    assert curve.expected(score, True) == -curve.expected(-score, False)
    assert curve.expected(0.0, True) < 0 < curve.expected(0.0, False)


def test_three_of_four_games_won_is_an_expected_result_of_50() -> None:
    from math import log

    assert Curve(log(3)).expected(1.0, True) == 50  # odds of 3 to 1


def test_a_proven_score_stands_apart_in_words() -> None:
    assert told(46, "X", "X leads by 2 squares", False) == "+46 for X (X leads by 2 squares)"
    assert told(100, "X", "X wins by 2 squares", True) == "X wins by 2 squares, proven"


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
    assert ply.better(SCALE) == better
    assert ply.thrown_away == (what == "throws the game away")
    sentence = ply.turning(SCALE)
    assert (sentence is None) == (what is None)
    assert sentence is None or sentence.startswith(f"Move 7, X b1 b2, {what}")


def test_a_turning_point_says_what_the_side_that_moved_expects_and_never_twice_the_same() -> None:
    sentence = Ply(7, "X", "b1 b2", insight(1), insight(3, "O")).turning(SCALE)
    assert (
        sentence
        == "Move 7, X b1 b2, turns the game, as the engine sees it: before it +24 for X (words), after it -63 for X (words)."
    )


def test_what_came_to_light_later_counts_before() -> None:
    won = lifted(insight(0), "b1 b2", insight(-3, "O", True), SCALE)
    assert (won.score, won.proven, won.line, won.later) == (3, True, ("b1 b2", "a1 a2"), 1)
    assert SCALE.told(won, "X") == "words, seen 1 move later, proven"
    assert lifted(won, "c1 c2", insight(-5, "O", True), SCALE).later == 1
    assert lifted(insight(0, "O"), "c1 c2", won, SCALE).score == 0
    assert not lifted(insight(-9), "b1 b2", insight(3, "O", True), SCALE).proven


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
    assert lifted(before, "b1 b2", after, SCALE) is before


def test_after_a_proven_loss_the_other_side_has_won_whatever_was_played() -> None:
    after = implied(insight(-3, proven=True), insight(1, "O"), "O", 49)
    assert (after.score, after.words, after.proven) == (49, "O wins", True)
    assert (
        implied(insight(-3, proven=True), insight(1, "X"), "O", 49).score == -49
    )  # the same side moves again
    assert implied(insight(3, proven=True), insight(1, "O"), "O", 49).proven is False
    known = insight(2, "O", True)
    assert implied(insight(-3, proven=True), known, "O", 49) is known
