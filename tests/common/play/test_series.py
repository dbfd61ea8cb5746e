"""The lines about a match of several games, with points."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from common.play.series import Series
from common.rules.position import Outcome

SERIES = Series(("A", "B"), (3, 1, 0), lambda position: f"A {position.bricks} bricks.")


class Wall(NamedTuple):
    """A position with a count."""

    turn: str
    bricks: int = 0


@pytest.mark.parametrize(("turn", "recorded", "number"), [("A", 0, 1), ("B", 0, 2), ("A", 2, 2), ("B", 1, 1)])
def test_game_number_is_recorded_or_follows_the_starting_side(turn: str, recorded: int, number: int) -> None:
    assert SERIES.number(Wall(turn), recorded) == number


def test_game_without_a_recorded_number_is_counted_by_its_start() -> None:
    assert [SERIES.number(Wall(turn)) for turn in "AB"] == [1, 2]


def test_announcement_names_the_starting_side() -> None:
    assert SERIES.announcement(Wall("B"), 2) == "Game 2: B starts"


@pytest.mark.parametrize(
    ("winner", "points"),
    [("A", "A 3 points, B 0 points"), ("B", "A 0 points, B 3 points"), (None, "A 1 points, B 1 points")],
)
def test_result_has_the_points_of_both_sides(winner: str | None, points: str) -> None:
    assert SERIES.result(Outcome(winner, "No bricks left."), 1) == f"Game 1: No bricks left. {points}."


def test_result_of_a_forfeit_adds_the_count() -> None:
    told = SERIES.result(Outcome("B", "A resigns"), 2, Wall("A", 7))
    assert told == "Game 2: A resigns. A 7 bricks. A 0 points, B 3 points."


def test_total_adds_the_points_of_all_games() -> None:
    outcomes = [Outcome(winner, "") for winner in ("A", "B", "A", None)]
    assert SERIES.total(outcomes) == "Match: A 7 points, B 4 points"
    assert SERIES.total(outcomes[1:2]) == "Match: A 0 points, B 3 points"
