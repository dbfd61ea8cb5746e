"""A session that is interrupted, and one whose moves are taken back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from common.play.announcer import Announcer
from common.play.game import Game, Players
from common.play.players import OPENING_MOVES, PlayerSettings
from common.play.session import Session, SessionOptions
from common.record.record import load
from common.record.saved_game import Files
from common.rules.errors import Leave
from common.rules.player import StatelessPlayer
from common.rules.position import Player
from common.search.limit import Level, Limit
from tests.support.keyboard import type_on_terminal
from tests.support.plain_parts import plain_parts
from tests.support.tiny_game import GAME, Heaps, Position


def test_ctrl_c_during_an_announcement_keeps_the_move_in_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Announcer, "announce_move", interrupted)
    file, names = tmp_path / "game.jsonl", dict.fromkeys(GAME.sides, "random")
    session = Session.new(GAME, Position(), SessionOptions(names, PlayerSettings(), Files(file)))
    with pytest.raises(Leave) as leaving:
        session.run()
    assert (leaving.value.sentence, leaving.value.status) == ("Stopped.", 130)
    assert len(load(file, "tiny_game").moves) == 1


class Varying(Players[Position, Any]):
    """Players that take counters of the first heap, and note whether their level varies."""

    def __init__(self) -> None:
        self.varied: list[bool] = []

    def engine(self, settings: PlayerSettings) -> Player[Position]:
        def play(position: Position) -> int:
            self.varied.append(settings.level.varies)
            return 0

        return StatelessPlayer(play)


@pytest.mark.parametrize("pace", [0, 0.001])
def test_undone_moves_of_the_opening_vary_again(monkeypatch: pytest.MonkeyPatch, pace: float) -> None:
    players, answers = Varying(), ["b1"] * 6 + ["undo"] * 3 + ["b2", "b1", "quit"]
    game, settings = (
        Game(Position(), **plain_parts(Position()), players=players, search=Heaps()),
        PlayerSettings(levels_vary=True),
    )
    timed = Level(Limit(seconds=1), margin=1)
    monkeypatch.setattr(players, "levels", {1: timed})
    type_on_terminal(monkeypatch, *answers)
    options = SessionOptions({"A": "human", "B": "level-1"}, settings, Files(autosave=False), pace)
    with pytest.raises(Leave):
        Session.new(game, Position(), options).run()
    assert OPENING_MOVES == 4 and players.varied == [True] * 4 + [False] * 2 + [True, False]
