"""The games saved in the folder of saved games, and the newest unfinished one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from common.record.save_paths import FOLDER
from common.record.saved_folder import newest_unfinished, saved_files
from common.rules.errors import BadInput
from tests.support.small_game import NAME, save_game


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests run in an empty folder."""
    monkeypatch.chdir(tmp_path)


def save(name: str, changed: int, *moves: str, start: str = "Ann 3") -> Path:
    """Save a game that was last changed at a time; the move 3 ends it."""
    FOLDER.mkdir(exist_ok=True)
    path = save_game(FOLDER / name, *moves, start=start)
    os.utime(path, (changed, changed))
    return path


def test_last_changed_game_is_first() -> None:
    old, new, middle = save("a.jsonl", 100, "1"), save("b.jsonl", 300, "3"), save("c.jsonl", 200)
    found = saved_files(NAME)
    assert [(file.path, file.changed) for file in found] == [(new, 300), (middle, 200), (old, 100)]
    assert [len(file.record.moves) for file in found] == [1, 0, 1]


def test_other_files_are_ignored_and_damaged_records_reported() -> None:
    path, reports = save("a.jsonl", 100, "1"), list[str]()
    header = path.read_text().splitlines()[0]
    (FOLDER / "notes.jsonl").write_text("precious")
    (FOLDER / "empty.jsonl").touch()
    (FOLDER / "notes.txt").write_text(header)
    (FOLDER / "other.jsonl").write_text(header.replace(NAME, "walls") + "\n")
    (FOLDER / "damaged.jsonl").write_text(f"{header}\nnonsense\n")
    assert [file.path for file in saved_files(NAME, reports.append)] == [path]
    assert [line.partition(": ")[0] for line in reports] == ["saved-games/damaged.jsonl"]


def test_newest_unfinished_game_is_the_last_changed_one() -> None:
    save("a.jsonl", 100, "1")
    newest = save("b.jsonl", 200, "1")
    save("c.jsonl", 300, "3")
    assert newest_unfinished(NAME) == newest


@pytest.mark.parametrize("moves", [None, ("3",)])
def test_missing_unfinished_game_is_an_error(moves: tuple[str, ...] | None) -> None:
    if moves:
        save("a.jsonl", 100, *moves)
    with pytest.raises(BadInput, match=r"^--resume last: no unfinished game of small_game\.py in "):
        newest_unfinished(NAME)
