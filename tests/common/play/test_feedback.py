"""The coach's remark on the last move of a game."""

from __future__ import annotations

from common.play.feedback import Coach
from common.play.players import PlayerSettings
from common.search.limit import Level, Limit
from tests.support.tiny_game import GAME, Position


def test_coach_calls_the_result_of_the_last_move_proven() -> None:
    coach, last = Coach(GAME, PlayerSettings(Level(Limit(nodes=2000)), 1)), Position(0, 3)
    said = "Coach: b2 is a blunder and gives away the win. Better: b3, A wins. Now: B wins, proven."
    assert (coach.remark(last, last.read_move("b2")), coach.remark(last, last.read_move("b3"))) == (said, "")


def test_coach_is_silent_about_moves_without_choice_or_time() -> None:
    coach, lost = Coach(GAME, PlayerSettings(Level(Limit(nodes=2000)), 1)), Position(0, 4)
    assert [coach.remark(lost, move) for move in lost.moves()] == [""] * 3
    assert coach.remark(Position(0, 1), 3) == ""
