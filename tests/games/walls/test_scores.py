"""Scores of Walls for people: whole bricks, no change of sign without a cause."""

from __future__ import annotations

from itertools import pairwise

import pytest

from common.play.analysis.analyst import Analyst
from common.play.players import PlayerSettings, searching_engine
from common.search.limit import Level, Limit
from walls import GAME, Position, random_start


def game_of_level_4(size: int, number: int) -> list[Position]:
    """Return the positions of a game of level 4 against itself."""
    position, level = random_start(size, number), GAME.levels[4]
    settings = PlayerSettings(level, number, in_match=True, start=position)
    player, history = GAME.at_level(settings), [position]
    while not position.outcome():
        position = position.play(player(position))
        history.append(position)
    return history


def changes(scores: list[int]) -> int:
    """Count the changes of a sign to its opposite."""
    return sum(before * after < 0 for before, after in pairwise(scores))


def test_quiet_game_has_no_change_of_sign() -> None:
    """The scores of the last depth change sign three times."""
    history = game_of_level_4(5, 1)
    settings = PlayerSettings(Level(Limit(nodes=5000)), in_match=True, shows_progress=False)
    judge, last = searching_engine(GAME.search, settings._replace(start=history[0])), list[int]()
    for position in reversed(history[:-1]):
        report = judge.search(position, settings.deadline())
        if report and not report.proven:
            last.append(report.score if position.turn == "A" else -report.score)
    assert changes(last) >= 3
    scores = [ply.before.score.for_side("A") for ply in Analyst(GAME, settings).analyse_moves(history)]
    told = [score.expected or 0 for score in scores if not score.proven]
    assert len(told) > 20 and changes(told) == 0


@pytest.mark.parametrize(
    ("score", "bricks", "words"),
    [
        (0, 0.0, "even"),
        (5, 0.0, "even"),
        (-5, 0.0, "even"),
        (6, 1.0, "A leads by 1"),
        (-6, -1.0, "B leads by 1"),
        (15, 1.0, "A leads by 1"),
        (28, 3.0, "A leads by 3"),
    ],
)
def test_estimate_is_told_in_whole_bricks(score: int, bricks: float, words: str) -> None:
    assert GAME.search.explain_score(score, "A") == (bricks, words)
    assert str(GAME.search.explain_score(score, "A")[0]) != "-0.0"
