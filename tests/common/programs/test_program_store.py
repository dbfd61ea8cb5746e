"""Copies of programs: their own regular files under plain names, and nothing from other folders."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from common.programs import program_store as tested
from common.programs.program_store import ProgramRefused, ProgramStore, display_names, program_store

if sys.platform == "win32":
    pytest.skip("makes links and pipes", allow_module_level=True)


@pytest.fixture
def store() -> Iterator[ProgramStore]:
    """Yield an empty store."""
    with program_store() as found:
        yield found


def program(folder: Path) -> Path:
    """Make a folder with a program and return it."""
    (folder / "bob" / "lib").mkdir(parents=True)
    (folder / "bob" / "main.py").write_text("import lib.deep")
    (folder / "bob" / "lib" / "deep.py").write_text("1")
    (folder / "bob" / "run").write_text("#!/bin/sh")
    (folder / "bob" / "run").chmod(0o700)
    return folder / "bob"


def test_copy_has_all_files_and_is_readable_by_all(tmp_path: Path, store: ProgramStore) -> None:
    found = store.add(program(tmp_path))
    assert {path.relative_to(found).as_posix() for path in found.rglob("*")} == {
        "main.py",
        "lib",
        "lib/deep.py",
        "run",
    }
    assert [(found / name).stat().st_mode & 0o777 for name in ("", "lib", "run", "main.py")] == [
        0o755
    ] * 3 + [0o644]


def test_store_copies_the_current_folder(
    tmp_path: Path, store: ProgramStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(program(tmp_path) / "lib")
    assert (store.add(Path()) / "deep.py").is_file()
    assert (store.add(Path("..")) / "main.py").is_file()


def test_links_within_are_copied_as_files(tmp_path: Path, store: ProgramStore) -> None:
    (program(tmp_path) / "lib" / "again.py").symlink_to("../main.py")
    found = store.add(tmp_path / "bob") / "lib" / "again.py"
    assert not found.is_symlink() and found.read_text() == "import lib.deep"


REFUSED: dict[str, tuple[Callable[[Path], object], str]] = {
    "link out": (lambda path: path.symlink_to("../../secret"), "'lib/x' is a link that points outside"),
    "absolute link": (lambda path: path.symlink_to("/etc/passwd"), "'lib/x' is a link that points outside"),
    "circle": (lambda path: path.symlink_to("."), "'lib/x' is a link, but not to a file"),
    "broken link": (lambda path: path.symlink_to("none"), "'lib/x' is a link, but not to a file"),
    "pipe": (os.mkfifo, "'bob/lib/x' is not a regular file"),
}


@pytest.mark.parametrize(("make", "said"), REFUSED.values(), ids=REFUSED)
def test_store_refuses_foreign_links_and_special_files(
    make: Callable[[Path], object], said: str, tmp_path: Path, store: ProgramStore
) -> None:
    (tmp_path / "secret").write_text("secret")
    make(program(tmp_path) / "lib" / "x")
    with pytest.raises(ProgramRefused, match=said):
        store.add(tmp_path / "bob")


def test_store_refuses_a_program_that_is_a_link(tmp_path: Path, store: ProgramStore) -> None:
    program(tmp_path)
    for name, target in (("anna.py", "bob/main.py"), ("carl", "bob")):
        (tmp_path / name).symlink_to(target)
        with pytest.raises(ProgramRefused, match=f"'{name}' is a link"):
            store.add(tmp_path / name)


def test_store_refuses_too_many_bytes_or_files(
    tmp_path: Path, store: ProgramStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (program(tmp_path) / "sparse").open("wb") as file:
        file.truncate(1 << 40)
    monkeypatch.setattr(tested, "MAX_BYTES", 1 << 21)
    with pytest.raises(ProgramRefused, match="more than 0 GB"):
        store.add(tmp_path / "bob")
    monkeypatch.setattr(tested, "MAX_FILES", 3)
    with pytest.raises(ProgramRefused, match="more than 3 files"):
        store.add(tmp_path / "bob")


def test_store_removes_its_folder() -> None:
    with program_store() as store:
        root = store.root
    assert not root.exists()


def test_names_are_unique(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.py", "a.exe", "b.c.py", "d.py.py", "d.py")]
    assert list(display_names(paths).values()) == ["a.py", "a.exe", "b.c", "d.py.py", "d"]


def test_names_are_unique_after_escaping(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a\x1b.py", "a\\x1b.py")]
    assert list(display_names(paths).values()) == ["a\\x1b.py", "a\\x1b.py (2)"]
