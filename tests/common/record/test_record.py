"""Records written move by move, and what happens if their file cannot be written."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from common.record.record import Record, Writer


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "folder"
    found.mkdir()
    return found


def test_writer_appends_every_move_at_once(folder: Path) -> None:
    path = folder / "game.jsonl"
    writer = Writer(Record({"game": "tiny"}), path)
    writer.move("X", "a1", seconds=0.5)
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert lines == [{"game": "tiny"}, {"ply": 1, "side": "X", "move": "a1", "seconds": 0.5}]


def test_writer_raises_if_a_wanted_file_is_lost(folder: Path) -> None:
    writer = Writer(Record({"game": "tiny"}), folder / "game.jsonl")
    shutil.rmtree(folder)
    with pytest.raises(FileNotFoundError):
        writer.move("X", "a1")


def test_writer_goes_on_without_a_lost_autosave(folder: Path) -> None:
    writer = Writer(Record({"game": "tiny"}), autosave_path=folder / "game.jsonl")
    writer.move("X", "a1")
    shutil.rmtree(folder)
    writer.move("O", "a2")
    assert isinstance(writer.problem, FileNotFoundError) and writer.path is None
    writer.move("X", "a3")
    assert len(writer.record.moves) == 3 and not folder.exists()
