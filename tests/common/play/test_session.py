"""A session that is interrupted."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.play.announcer import Announcer
from common.play.players import PlayerSettings
from common.play.session import Session, SessionOptions
from common.record.record import load
from common.record.saved_game import Files
from common.rules.errors import Leave
from tests.support.tiny_game import GAME, Position


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
