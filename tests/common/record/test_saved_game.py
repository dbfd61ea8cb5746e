"""Saved games, replay, and atomic writes of files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

import duel7
from common.record.atomic_files import write_atomically
from common.record.record import Record, load
from common.record.save_paths import FOLDER, unused_path
from common.record.saved_game import SavedGame
from common.rules.errors import BadInput
from tests.support.programs import Run

START = ("[5, 5]", "[(1, 1)]", "[(0, 0), (10, 10)]")


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    run("game.py", *START, "--record", "game.jsonl", "--no-gif", "--seed", "5")
    return tmp_path / "game.jsonl"


def test_record_has_a_header_a_line_per_move_and_the_outcome(record: Path) -> None:
    lines = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    assert lines[0] == {
        "game": "game",
        "version": 1,
        "start": {"position": 'catcher "(5, 5)" "[(1, 1)]" "[(0, 0), (10, 10)]"'},
        "players": {"cat": "engine", "catcher": "engine"},
        "limits": {},
        "seed": 5,
    }
    assert [line["ply"] for line in lines[1:-1]] == list(range(1, len(lines) - 1))
    assert {line["side"] for line in lines[1:-1]} == {"cat", "catcher"}
    assert lines[-1] == {
        "outcome": {"winner": "catcher", "reason": "Cat did not move and got caught", "margin": 0}
    }


def test_replay_prints_and_draws_the_same_game(run: Run, record: Path, tmp_path: Path) -> None:
    played = run("game.py", *START, "--gif", "first.gif")
    again = run("game.py", "replay", "game.jsonl", "--gif", "again.gif")
    assert again.stdout == played.stdout
    assert (tmp_path / "again.gif").read_bytes() == (tmp_path / "first.gif").read_bytes()


def test_record_loads_if_cut_off_in_mid_line(run: Run, record: Path) -> None:
    text = record.read_bytes()
    record.write_bytes(text[: len(text) // 2])
    assert load(record, "game").moves
    done = run("game.py", "replay", "game.jsonl", "--gif", "half.gif")
    assert done.stdout.splitlines()[-1] == "Not finished"
    with Image.open(record.parent / "half.gif") as picture:
        assert getattr(picture, "n_frames", 1) == len(done.stdout.splitlines())


@pytest.mark.parametrize(
    "text", ["", "no json", "[]", '{"game": "chess", "start": {}}', '{"game": "game"}', "\x00\xff"]
)
def test_load_refuses_a_file_that_is_not_a_record(text: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(text, encoding="latin-1")
    with pytest.raises(BadInput):
        load(tmp_path / "file", "game")


@pytest.mark.parametrize("line", ['{"move": "(5, 5)"}', '{"move": "NW"}', '{"move": "(1, 1)"}'])
def test_replay_refuses_an_illegal_move(run: Run, record: Path, line: str) -> None:
    record.write_text(record.read_text().splitlines()[0] + "\n" + line + "\n")
    done = run("game.py", "replay", "game.jsonl")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("outcome", ['"won"', "{}", '{"winner": "cat"}', "[1]"])
def test_replay_refuses_a_malformed_outcome(run: Run, record: Path, outcome: str) -> None:
    record.write_text(record.read_text().splitlines()[0] + '\n{"outcome": ' + outcome + "}\n")
    done = run("game.py", "replay", "game.jsonl")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


@pytest.mark.parametrize(
    "start", ["{}", '{"cat": 5, "blocks": [], "exits": []}', '{"cat": [5, 5], "blocks": "no", "exits": []}']
)
def test_replay_refuses_a_malformed_start(run: Run, tmp_path: Path, start: str) -> None:
    (tmp_path / "bad.jsonl").write_text('{"game": "game", "start": ' + start + "}\n")
    done = run("game.py", "replay", "bad.jsonl")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_failed_write_keeps_the_old_file_and_leaves_no_other(tmp_path: Path) -> None:
    target = tmp_path / "file"
    target.write_bytes(b"old")
    with pytest.raises(TypeError):
        write_atomically(target, "not bytes")  # type: ignore[arg-type]
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_new_saved_game_gets_an_unused_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("time.strftime", lambda form: "20260101-120000")
    FOLDER.mkdir()
    names = []
    for _ in range(3):
        names.append(unused_path("duel7").name)
        (FOLDER / names[-1]).touch()
    first = "duel7-20260101-120000"
    assert names == [f"{first}.jsonl", f"{first}-2.jsonl", f"{first}-3.jsonl"]


@pytest.mark.parametrize("players", [{"X": "engine", "O": "random"}, None, {}])
def test_saved_game_knows_the_names_of_its_players(players: dict[str, str] | None) -> None:
    header = {} if players is None else {"players": players}
    assert SavedGame(Record(header), [], [start_of_duel()]).names == (players or {})


def start_of_duel() -> duel7.Position:
    return duel7.GAME.starts.opening(1)
