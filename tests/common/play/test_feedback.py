"""The coach's remark on the last move of a game."""

from __future__ import annotations

from common.play.feedback import Coach
from common.play.players import PlayerSettings
from common.search.limit import Level, Limit
from duel7 import GAME, random_start


def test_coach_calls_the_result_of_the_last_move_proven() -> None:
    coach, last = Coach(GAME, PlayerSettings(Level(Limit(nodes=2000)), 1)), random_start((2, 2), 1, 0)
    given_away, kept = (last.read_move(words) for words in ("d4 c4", "g7 f7"))
    said = "Coach: d4 c4 gives away the draw (proven). Better: g7 f7, draw. Now: O wins."
    assert (coach.remark(last, given_away), coach.remark(last, kept)) == (said, "")
