"""Classification of a saved game's moves by the scores before and after them."""

from __future__ import annotations

from math import atanh

import pytest

from common.judge.analysis.move_classification import AnalysedMove, with_implied_win, with_played_move
from common.search.results import Insight
from common.search.score import Curve, Score

CURVE = Curve(0.5)
MISTAKE = 1.0


def insight(value: float | None, side: str = "X", proven: bool = False, move: str = "a1 a2") -> Insight:
    return Insight(Score(side, value, "words", CURVE, proven), (move,), 3)


@pytest.mark.parametrize(
    ("before", "after", "better", "what"),
    [
        (insight(2), insight(-2, "O"), None, None),  # nothing lost
        (insight(4), insight(-3.5, "O"), None, None),  # less than a mistake
        (insight(4), insight(-3, "O"), "a1 a2", None),  # a mistake, and still ahead
        (insight(1), insight(-0.5, "O"), None, None),
        (insight(1), insight(0.5, "O"), "a1 a2", "is a turning point"),
        (insight(0), insight(3, "O"), "a1 a2", "is a turning point"),
        (insight(-1), insight(9, "O"), "a1 a2", None),  # it was behind before
        (insight(1, proven=True), insight(0, "O"), None, None),  # only a proof says that a proven win is gone
        (insight(1, proven=True), insight(0, "O", True), "a1 a2", "is a blunder"),
        (insight(0, proven=True), insight(0.2, "O", True), "a1 a2", "is a blunder"),
        (insight(9, proven=True), insight(-1, "O", True), "a1 a2", None),  # the same winner, by less
        (insight(-1, proven=True), insight(3, "O", True), "a1 a2", None),
        (insight(2), insight(2, "X"), None, None),  # the same side again
        (insight(None), insight(3, "O"), None, None),
        (
            insight(2, move="b1 b2"),
            insight(3, "O"),
            None,
            "is a turning point",
        ),  # the best move, so it seemed
    ],
)
def test_move_is_classified_by_its_loss(
    before: Insight, after: Insight, better: str | None, what: str | None
) -> None:
    ply = AnalysedMove(7, "X", "b1 b2", before, after, MISTAKE)
    assert ply.better_move == better
    assert ply.is_blunder == (what == "is a blunder")
    sentence = ply.comment
    assert (sentence is None) == (what is None)
    assert sentence is None or sentence.startswith(f"Move 7, X b1 b2, {what}")


def test_turning_point_gives_the_scores_before_and_after() -> None:
    sentence = AnalysedMove(7, "X", "b1 b2", insight(1), insight(3, "O")).comment
    assert sentence == (
        "Move 7, X b1 b2, is a turning point by the engine's estimate: +24 for X "
        "(words) before it, -63 for X (words) after it."
    )


def test_later_score_improves_the_score_before_it() -> None:
    won = with_played_move(insight(0), "b1 b2", insight(-3, "O", True), MISTAKE)
    score = won.score
    assert (score.value, score.proven, won.line, score.moves_later) == (3, True, ("b1 b2", "a1 a2"), 1)
    assert score.text == "words, found 1 move later, proven"
    assert with_played_move(won, "c1 c2", insight(-5, "O", True), MISTAKE).score.moves_later == 1
    assert with_played_move(insight(0, "O"), "c1 c2", won, MISTAKE).score.value == 0
    doubtful = with_played_move(insight(-9), "b1 b2", insight(3, "O", True), MISTAKE).score
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
    assert with_played_move(before, "b1 b2", after, MISTAKE) is before


def test_proven_loss_implies_a_win_for_the_other_side() -> None:
    after = with_implied_win(insight(-3, proven=True), insight(1, "O"), "O", 49)
    assert (after.score.value, after.score.words, after.score.proven) == (49, "O wins", True)
    again = with_implied_win(insight(-3, proven=True), insight(1, "X"), "O", 49)
    assert again.score.value == -49  # the same side moves again
    assert with_implied_win(insight(3, proven=True), insight(1, "O"), "O", 49).score.proven is False
    known = insight(2, "O", True)
    assert with_implied_win(insight(-3, proven=True), known, "O", 49) is known


@pytest.mark.parametrize(("before", "after", "is_mistake"), [(20, 0, True), (20, 1, False), (19, -1, False)])
def test_mistake_costs_20_points_and_the_standing(before: int, after: int, is_mistake: bool) -> None:
    """The expected score is 20 points from ahead to level."""
    had, has = (insight(2 * atanh(expected / 99) / CURVE.slope) for expected in (before, after))
    assert (had.score.expected, has.score.expected) == (before, after)
    assert AnalysedMove(7, "X", "b1 b2", had, has).is_mistake is is_mistake
