"""The title of a game on the page of a tournament."""

from __future__ import annotations

import pytest

import duel7
from common.judge.tournament.played_game import PlayedGame
from common.judge.tournament.replays import title_of

WON = PlayedGame(
    7, 2, ("engine", "my\x1bduel"), ["X"], [], "X", "Nothing is left.", 1.0, None, "", (0.1, 0.2)
)


@pytest.mark.parametrize(
    ("game", "title"),
    [
        (WON, "Game 7: X engine, O my\\x1bduel; X wins"),
        (WON._replace(winner=None, seat_score=0.5), "Game 7: X engine, O my\\x1bduel; a draw"),
        (WON._replace(fault=("my\x1bduel", "time")), "Game 7: X engine, O my\\x1bduel; X wins (time)"),
    ],
)
def test_title_names_players_result_and_kind_of_forfeit(game: PlayedGame, title: str) -> None:
    assert title_of(duel7.GAME, game) == title
