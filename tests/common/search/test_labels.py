"""Labels of moves: blunder, mistake and inaccuracy at their thresholds."""

from __future__ import annotations

from math import atanh

import pytest

from common.search.labels import BLUNDER, INACCURACY, MISTAKE, Label, move_label, turns_game
from common.search.score import MAX_UNPROVEN, Curve, Outlook, Score

CURVE = Curve(1.0)


def estimate(expected: int) -> Score:
    """Return an unproven score of X with this expected score."""
    found = Score("X", 2 * atanh(expected / MAX_UNPROVEN), "words", CURVE)
    assert found.expected == expected
    return found


def proven(value: float) -> Score:
    return Score("X", value, "words", CURVE, True)


def captures(made: int, more: float, side: str = "cat") -> Score:
    """Return a score of a side with so many captures made, and so many expected."""
    outlook = Outlook("cat", "captures", made, more, "words")
    return Score("cat", 2.0, "words", Curve(0, -3), outlook=outlook).for_side(side)


@pytest.mark.parametrize(
    ("fall", "label"),
    [(-40, None), (9, None), (10, INACCURACY), (19, INACCURACY), (20, MISTAKE), (29, MISTAKE), (30, BLUNDER)],
)
@pytest.mark.parametrize("before", [40, 10, 0])
def test_fall_of_the_expected_score_decides(before: int, fall: int, label: Label | None) -> None:
    assert move_label(estimate(before), estimate(before - fall)) is label


@pytest.mark.parametrize(
    ("before", "after", "label"),
    [
        (9, -1, BLUNDER),
        (9, 0, BLUNDER),
        (0, -9, BLUNDER),
        (9, 1, None),  # the same winner, by less
        (-1, -9, None),
        (0, 0, None),
        (-1, 1, None),
    ],
)
def test_changed_proven_result_is_a_blunder(before: float, after: float, label: Label | None) -> None:
    assert move_label(proven(before), proven(after)) is label


def test_only_a_proof_takes_a_proven_result_away() -> None:
    assert move_label(proven(1), estimate(-90)) is None


def test_proof_of_what_the_estimate_said_is_no_fall() -> None:
    assert move_label(estimate(-40), proven(-1)) is None
    assert move_label(estimate(5), proven(-1)) is BLUNDER
    assert move_label(estimate(15), proven(0)) is INACCURACY


def test_unknown_score_has_no_label() -> None:
    unknown = Score("X", None, "words", CURVE)
    assert move_label(unknown, estimate(-90)) is None and move_label(estimate(90), unknown) is None


@pytest.mark.parametrize(
    ("left", "label"), [(10.0, None), (9.1, None), (9.0, INACCURACY), (8.0, MISTAKE), (7.0, BLUNDER)]
)
def test_cat_move_is_judged_by_the_captures_it_loses(left: float, label: Label | None) -> None:
    """With 11 captures to come, a move captures one and leaves `left`."""
    assert move_label(captures(5, 11.0), captures(6, left)) is label


@pytest.mark.parametrize(("left", "label"), [(9.0, None), (10.5, None), (11.0, INACCURACY), (13.0, BLUNDER)])
def test_dog_move_is_judged_by_the_captures_it_gives(left: float, label: Label | None) -> None:
    assert move_label(captures(5, 10.0, "dog"), captures(5, left, "dog")) is label


def test_game_turns_only_if_the_leader_changes() -> None:
    assert turns_game(estimate(10), estimate(-10)) and turns_game(proven(1), proven(-1))
    for before, after in ((80, 10), (10, 0), (0, -40), (-10, -60), (-10, 10)):
        assert not turns_game(estimate(before), estimate(after))


def lost(made: int, more: float) -> Score:
    """Return a proven loss of the cats after so many more captures."""
    return captures(made, more)._replace(value=-100.0, proven=True)


def test_cat_move_that_loses_at_once_is_a_blunder() -> None:
    assert move_label(captures(5, 11.0), lost(6, 0)) is BLUNDER
    assert move_label(captures(5, 11.0), lost(6, 8)) is None  # estimates are off by two
    assert move_label(lost(5, 11), lost(6, 8)) is MISTAKE


def test_captures_do_not_matter_to_winning_cats() -> None:
    won = captures(30, 6.0)._replace(value=100.0, proven=True)
    assert move_label(won, won._replace(outlook=captures(31, 1.0).outlook)) is None
    assert move_label(captures(30, 6.0, "dog"), won.for_side("dog")) is BLUNDER
