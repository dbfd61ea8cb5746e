"""File names of saved games, and existing files that are not overwritten."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from common.record.save_paths import (
    FOLDER,
    alternative_path,
    check_overwrite,
    unused_path,
    would_overwrite,
)
from common.rules.errors import BadInput

MOMENT = time.struct_time((2024, 5, 6, 7, 8, 9, 0, 127, 0))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let tests run in a folder with a file, an empty folder and a full one."""
    (tmp_path / "file.jsonl").write_text("precious")
    (tmp_path / "empty").mkdir()
    (tmp_path / "full" / "inner").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_new_name_has_script_and_time() -> None:
    path = unused_path("walls")
    assert path.parent == FOLDER and re.fullmatch(r"walls-[0-9]{8}-[0-9]{6}\.jsonl", path.name)
    assert not FOLDER.exists()


def test_new_name_is_numbered_if_the_file_exists(monkeypatch: pytest.MonkeyPatch) -> None:
    strftime = time.strftime
    monkeypatch.setattr(time, "strftime", lambda form: strftime(form, MOMENT))
    names = []
    FOLDER.mkdir()
    for _ in range(3):
        names.append(unused_path("walls"))
        names[-1].touch()
    assert [path.stem for path in names] == [
        "walls-20240506-070809",
        "walls-20240506-070809-2",
        "walls-20240506-070809-3",
    ]


@pytest.mark.parametrize(
    ("name", "overwritten"), [("file.jsonl", True), ("full", True), ("empty", False), ("new.jsonl", False)]
)
def test_files_and_full_folders_would_be_overwritten(name: str, overwritten: bool) -> None:
    assert would_overwrite(Path(name)) is overwritten


@pytest.mark.parametrize(
    ("path", "other"), [("a/game.jsonl", "a/game-2.jsonl"), ("cases", "cases-2"), (".", "new"), ("/", "/new")]
)
def test_alternative_is_a_similar_path(path: str, other: str) -> None:
    assert alternative_path(Path(path)) == Path(other)


def test_existing_file_is_refused_with_a_new_name() -> None:
    with pytest.raises(BadInput) as problem:
        check_overwrite("--record", Path("file.jsonl"), force=False)
    assert str(problem.value) == (
        "--record file.jsonl already exists: choose a new name, e.g. --record file-2.jsonl, or add --force"
    )


def test_full_folder_is_refused_with_a_new_folder() -> None:
    with pytest.raises(BadInput) as problem:
        check_overwrite("cases", Path("full"), force=False)
    assert str(problem.value) == (
        "cases full already exists: choose a new or empty folder, e.g. cases full-2, or add --force"
    )


def test_force_and_free_paths_are_accepted() -> None:
    check_overwrite("--record", Path("file.jsonl"), force=True)
    for path in (Path("empty"), Path("new.jsonl"), None):
        check_overwrite("--record", path, force=False)
    assert Path("file.jsonl").read_text() == "precious"
