"""The logs of games: in files beside the journal, or in memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.judge.tournament.game_logs import MAX_LINES, GameLog, GameLogs, last_lines, logs_folder

LOG = GameLog(([0.5, 0.25], [1.0]), ("one\ntwo", ""))


def test_folder_is_named_after_the_journal() -> None:
    assert logs_folder(Path("term/games.jsonl")) == Path("term/games-logs")
    assert logs_folder(Path()) == Path("-logs")  # no file: opening the journal refuses it


def test_log_is_read_as_it_was_written(tmp_path: Path) -> None:
    GameLogs(tmp_path / "logs").add(7, LOG)
    assert GameLogs(tmp_path / "logs").read(7) == LOG
    assert sorted(path.name for path in (tmp_path / "logs").iterdir()) == ["7-1.txt", "7.json"]
    assert (tmp_path / "logs" / "7-1.txt").read_text("utf-8") == "one\ntwo\n"


def test_log_replaces_an_older_one(tmp_path: Path) -> None:
    logs = GameLogs(tmp_path / "logs")
    logs.add(7, LOG)
    logs.add(7, GameLog())
    assert logs.read(7) == GameLog()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"seconds": [[1]]}', '{"seconds": [["x"], [1]]}'])
def test_damaged_log_is_empty(tmp_path: Path, text: str) -> None:
    logs = GameLogs(tmp_path / "logs")
    assert logs.read(7) == GameLog()
    logs.add(7, LOG)
    (tmp_path / "logs" / "7.json").write_text(text, encoding="utf-8")
    (tmp_path / "logs" / "7-1.txt").write_bytes(b"\xff\x1b[2J\n")
    assert logs.read(7) == GameLog(stderr=("\ufffd\\x1b[2J", ""))


def test_memory_keeps_the_last_lines() -> None:
    logs, lines = GameLogs(None), [str(number) for number in range(99)]
    logs.add(1, GameLog(stderr=("\n".join(lines), "x")))
    assert logs.read(1).stderr == ("\n".join(lines[-MAX_LINES:]), "x")
    assert logs.read(2) == GameLog()


def test_last_lines_of_a_short_text_are_all() -> None:
    assert (last_lines("a\nb\nc", 2), last_lines("a", 2), last_lines("", 2)) == ("b\nc", "a", "")
