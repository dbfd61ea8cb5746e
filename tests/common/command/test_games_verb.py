"""The verb `games`: saved games as a table or JSON, and the wins of a human."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from common.command.games_verb import add_games
from common.record.save_paths import FOLDER
from tests.support.keyboard import type_on_terminal
from tests.support.small_game import run_verb, save_game

HUMAN = {"Ann": "human", "Bob": "level-1"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests run in an empty folder."""
    monkeypatch.chdir(tmp_path)


def save(name: str, moment: str, *moves: str, start: str = "Ann 3", **players: str) -> None:
    """Save a game that was last changed at a local time such as 2024-05-06 07:08."""
    FOLDER.mkdir(exist_ok=True)
    changed = time.mktime(time.strptime(moment, "%Y-%m-%d %H:%M"))
    os.utime(save_game(FOLDER / name, *moves, start=start, **players), (changed, changed))


def save_four() -> None:
    save("a.jsonl", "2024-05-06 07:08", "3", **HUMAN)
    save("b.jsonl", "2024-05-07 07:08", "3", start="Bob 3", **HUMAN)
    save("c.jsonl", "2024-05-08 07:08", "1", **HUMAN)
    save("d.jsonl", "2024-05-09 07:08", "3", Ann="engine", Bob="random")


def test_games_are_listed_with_results_and_wins(capsys: pytest.CaptureFixture[str]) -> None:
    save_four()
    assert run_verb(add_games, "games") == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert printed.out.splitlines() == [
        "Date              Ann     Bob      Result              File",
        "2024-05-09 07:08  engine  random   Ann won             saved-games/d.jsonl",
        "2024-05-08 07:08  human   level-1  unfinished, move 2  saved-games/c.jsonl",
        "2024-05-07 07:08  human   level-1  you lost            saved-games/b.jsonl",
        "2024-05-06 07:08  human   level-1  you won             saved-games/a.jsonl",
        "You won 1 of 2 against level-1.",
    ]


def test_file_names_get_own_lines_in_a_narrow_window(monkeypatch: pytest.MonkeyPatch) -> None:
    save_four()
    screen = type_on_terminal(monkeypatch)
    monkeypatch.setenv("COLUMNS", "70")
    assert run_verb(add_games, "games") == 0
    lines = screen.getvalue().splitlines()
    assert lines[2:4] == ["2024-05-09 07:08  engine  random   Ann won", "    saved-games/d.jsonl"]
    assert max(map(len, lines)) <= 70


def test_json_has_a_line_for_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    save_four()
    assert run_verb(add_games, "games", "--json") == 0
    first, second, *_, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["file"], first["winner"], first["over"]) == ("saved-games/d.jsonl", "Ann", True)
    assert (second["winner"], second["over"], second["moves"]) == (None, False, 1)
    assert (last["date"], last["players"]) == ("2024-05-06 07:08", HUMAN)


def test_without_saved_games_one_line_tells_how_to_get_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(add_games, "games") == 0
    told = "No saved game in saved-games/: every game that you play on a terminal is saved there.\n"
    assert capsys.readouterr().out == told
    assert run_verb(add_games, "games", "--json") == 0
    assert capsys.readouterr().out == ""


def test_damaged_and_strange_records_do_not_stop_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    save_four()
    (FOLDER / "damaged.jsonl").write_text((FOLDER / "a.jsonl").read_text() + "nonsense\n")
    strange = (FOLDER / "c.jsonl").read_text().replace('"human"', '"\\u001b[2J"').replace('"Bob"', '"Cid"')
    (FOLDER / "c.jsonl").write_text(strange)
    assert run_verb(add_games, "games") == 0
    printed = capsys.readouterr()
    assert printed.err.startswith("saved-games/damaged.jsonl: line ")
    assert "\\x1b[2J  ?  " in printed.out and "\x1b" not in printed.out


def test_draw_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    save("a.jsonl", "2024-05-06 07:08", "3", **HUMAN)
    drawn = (FOLDER / "a.jsonl").read_text().replace('"winner": "Ann"', '"winner": null')
    (FOLDER / "a.jsonl").write_text(drawn)
    run_verb(add_games, "games")
    printed = capsys.readouterr().out
    assert "  draw  " in printed and "You won 0 of 1 against level-1." in printed
