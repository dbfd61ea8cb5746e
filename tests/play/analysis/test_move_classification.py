"""Classification of a saved game's moves by the scores before and after them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from common.play.analysis.move_classification import (
    AnalysedMove,
    turning_move,
    with_implied_win,
    with_played_move,
)
from common.search.results import Insight
from common.search.score import Curve, Score

CURVE = Curve(0.5)
CLEAR_MARGIN = 1.0


def insight(value: float | None, side: str = "X", proven: bool = False, move: str = "a1 a2") -> Insight:
    return Insight(Score(side, value, "words", CURVE, proven), (move,), 3)


@pytest.mark.parametrize(
    ("before", "after", "better", "what"),
    [
        (insight(2), insight(-2, "O"), None, None),  # nothing lost
        (insight(4), insight(-3.5, "O"), None, None),  # less than an inaccuracy
        (insight(4), insight(-3, "O"), "a1 a2", None),  # an inaccuracy
        (insight(1), insight(-0.5, "O"), "a1 a2", None),
        (insight(0), insight(1, "O"), "a1 a2", "a mistake"),
        (insight(1), insight(0.5, "O"), "a1 a2", "a blunder and turns the game"),
        (insight(0), insight(3, "O"), "a1 a2", "a blunder"),  # nobody led
        (insight(-1), insight(9, "O"), "a1 a2", "a blunder"),  # it was behind before
        (insight(1, proven=True), insight(0, "O"), None, None),  # only a proof says that a proven win is gone
        (insight(1, proven=True), insight(0, "O", True), "a1 a2", "a blunder"),
        (insight(1, proven=True), insight(1, "O", True), "a1 a2", "a blunder and turns the game"),
        (insight(0, proven=True), insight(0.2, "O", True), "a1 a2", "a blunder"),
        (insight(9, proven=True), insight(-1, "O", True), "a1 a2", None),  # the same winner, by less
        (insight(-1, proven=True), insight(3, "O", True), "a1 a2", None),
        (insight(2), insight(2, "X"), None, None),  # the same side again
        (insight(None), insight(3, "O"), None, None),
        # The best move, so it seemed.
        (insight(2, move="b1 b2"), insight(3, "O"), None, "a blunder and turns the game"),
    ],
)
def test_move_is_classified_by_its_loss(
    before: Insight, after: Insight, better: str | None, what: str | None
) -> None:
    ply = AnalysedMove(7, "X", "b1 b2", before, after, CLEAR_MARGIN)
    assert ply.better_move == better
    sentence = ply.comment
    assert (sentence is None) == (what is None)
    assert sentence is None or sentence.startswith(f"Move 7, X b1 b2, is {what}: ")
    assert ply.is_blunder == ("is a blunder" in str(sentence))


def test_comment_gives_the_scores_before_and_after() -> None:
    sentence = AnalysedMove(7, "X", "b1 b2", insight(1), insight(3, "O")).comment
    assert sentence == (
        "Move 7, X b1 b2, is a blunder and turns the game: +24 for X (words) before it, "
        "-63 for X (words) after it."
    )


def test_summary_names_the_label_and_a_better_move() -> None:
    ply = AnalysedMove(7, "X", "b1 b2", insight(4), insight(-3, "O"))
    assert ply.summary("X") == "+63 for X (words); inaccuracy; better a1 a2"


def test_later_score_improves_the_score_before_it() -> None:
    won = with_played_move(insight(0), "b1 b2", insight(-3, "O", True), CLEAR_MARGIN)
    score = won.score
    assert (score.value, score.proven, won.line, score.moves_later) == (3, True, ("b1 b2", "a1 a2"), 1)
    assert score.text == "words, found 1 move later, proven"
    assert with_played_move(won, "c1 c2", insight(-5, "O", True), CLEAR_MARGIN).score.moves_later == 1
    assert with_played_move(insight(0, "O"), "c1 c2", won, CLEAR_MARGIN).score.value == 0
    doubtful = with_played_move(insight(-9), "b1 b2", insight(3, "O", True), CLEAR_MARGIN).score
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
def test_small_or_unproven_changes_leave_the_earlier_score(before: Insight, after: Insight) -> None:
    assert with_played_move(before, "b1 b2", after, CLEAR_MARGIN) is before


def test_proven_loss_implies_a_win_for_the_other_side() -> None:
    after = with_implied_win(insight(-3, proven=True), insight(1, "O"), "O", 49)
    assert (after.score.value, after.score.words, after.score.proven) == (49, "O wins", True)
    assert after.score.moves_later == 0
    again = with_implied_win(insight(-3, proven=True), insight(1, "X"), "O", 49)
    assert again.score.value == -49  # the same side moves again
    assert with_implied_win(insight(3, proven=True), insight(1, "O"), "O", 49).score.proven is False
    known = insight(2, "O", True)
    assert with_implied_win(insight(-3, proven=True), known, "O", 49) is known


@pytest.mark.parametrize(
    ("scores", "turning"),
    [
        ((3, 3, -3, -3, 3, 3, -3, -3, -9), 7),  # X lost its lead twice: the last time counts
        ((3, 3, -3, -3, -9), 3),
        ((-3, -3, -9, -9, -9.1), 1),  # at once
        ((0, -0.1, -0.2, -0.2, -0.2), None),  # no move lost much
        ((), None),
    ],
)
def test_game_turns_at_the_last_move_that_falls_behind(
    scores: tuple[float, ...], turning: int | None
) -> None:
    """`scores` are those of X after each ply; X moves first."""
    insights = [insight(0), *(insight(value) for value in scores)]
    moves = [
        AnalysedMove(number, "XO"[number % 2 == 0], "b1 b2", before, after)
        for number, (before, after) in enumerate(pairwise(insights), 1)
    ]
    found = turning_move(moves, "X")
    assert (found and found.number) == turning


def test_side_behind_from_the_start_lost_by_its_largest_fall() -> None:
    scores = (-1, -1, -1.5, -1.5, -3, -3, -3.2)
    moves = [
        AnalysedMove(number, "XO"[number % 2 == 0], "b1 b2", before, after)
        for number, (before, after) in enumerate(pairwise(insight(value) for value in (-1, *scores)), 1)
    ]
    found = turning_move(moves, "X")
    assert found and found.number == 5
