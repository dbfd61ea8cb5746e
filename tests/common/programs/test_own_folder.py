"""The files that an untrusted program leaves in its folder: read strictly, removed completely."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from common.programs.own_folder import open_regular, own_folder, read_regular, remove_tree
from common.rules.errors import BadInput
from tests.support.programs import on_unix

pytestmark = on_unix


def test_own_folder_is_empty_and_removed() -> None:
    with own_folder() as folder:
        assert list(folder.iterdir()) == []
        (folder / "file").write_text("x")
    assert not folder.exists()


def test_read_regular_reads_from_a_subfolder(tmp_path: Path) -> None:
    (tmp_path / "1").mkdir()
    (tmp_path / "1" / "answer").write_bytes(b"right")
    assert read_regular(tmp_path, "1", "answer", max_bytes=5) == b"right"
    with pytest.raises(FileNotFoundError):
        read_regular(tmp_path, "2", "answer", max_bytes=5)


def test_read_regular_refuses_a_file_that_is_too_long(tmp_path: Path) -> None:
    with (tmp_path / "answer").open("wb") as file:
        file.truncate(1 << 31)
    with pytest.raises(BadInput, match="'answer' is longer than 5 bytes"):
        read_regular(tmp_path, "answer", max_bytes=5)


@pytest.mark.parametrize("kind", ["link", "dangling", "folder", "fifo", "socket", "device", "linked folder"])
def test_open_regular_refuses_other_kinds_of_files(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret").write_text("secret")
    names = ["answer"]
    if kind == "link":
        Path("answer").symlink_to("secret")
    elif kind == "dangling":
        Path("answer").symlink_to("/proc/self/fd/3")
    elif kind == "folder":
        Path("answer").mkdir()
    elif kind == "fifo":
        os.mkfifo("answer")
    elif kind == "socket":
        socket.socket(socket.AF_UNIX).bind("answer")
    elif kind == "device":
        Path("answer").symlink_to("/dev/zero")
    else:
        Path("1").symlink_to(".")
        names = ["1", "secret"]
    with pytest.raises(BadInput, match="is not a regular file"):
        open_regular(tmp_path, *names)


def test_remove_tree_removes_deep_and_locked_folders(tmp_path: Path) -> None:
    top, at, outside = tmp_path / "top", tmp_path / "top", tmp_path / "outside"
    top.mkdir()
    outside.mkdir()
    (outside / "kept").write_text("x")
    descriptor = os.open(at, os.O_RDONLY)
    for _ in range(2000):
        os.mkdir("d", dir_fd=descriptor)
        os.close(os.open("f", os.O_CREAT | os.O_WRONLY, dir_fd=descriptor))
        below = os.open("d", os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = below
    os.close(descriptor)
    (top / "link").symlink_to(outside)
    (top / ".remove-0").write_text("a name that the removal would take")
    (top / "locked").mkdir()
    (top / "locked" / "file").write_text("x")
    (top / "locked").chmod(0)
    remove_tree(top)
    assert not top.exists() and (outside / "kept").exists()
