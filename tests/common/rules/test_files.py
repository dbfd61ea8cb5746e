"""Output files: devices are never replaced, link targets are written, no partial file remains."""

from __future__ import annotations

import os
import socket
import stat
import sys
from pathlib import Path

import pytest

from common.rules.files import append, atomic_text_file, check_folders, write_atomically

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other devices")


def pipe(folder: Path) -> Path:
    os.mkfifo(folder / "pipe")
    return folder / "pipe"


def door(folder: Path) -> Path:
    with socket.socket(socket.AF_UNIX) as listening:
        os.chdir(folder)  # socket names must be short
        listening.bind("door")
    return folder / "door"


def device(folder: Path) -> Path:
    """Make a private device, so that a failing test does no harm."""
    try:
        os.mknod(folder / "full", stat.S_IFCHR | 0o666, os.makedev(1, 7))
    except PermissionError:
        pytest.skip("only root makes devices")
    return folder / "full"


def link(folder: Path) -> Path:
    (folder / "link").symlink_to("/dev/null")
    return folder / "link"


@pytest.mark.parametrize("make", [pipe, door, device, link])
def test_write_refuses_a_special_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: object) -> None:
    monkeypatch.chdir(tmp_path)
    assert callable(make)
    path = make(tmp_path)
    before = path.lstat()
    with pytest.raises(OSError, match="expected the name of a file, but this is a"):
        write_atomically(path, b"new")
    with pytest.raises(OSError, match="expected the name of a file"), atomic_text_file(path) as file:
        file.write("new")
    with pytest.raises(OSError, match="expected the name of a file"):
        check_folders(path)
    assert path.lstat() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("there", [True, False])
def test_write_follows_a_link_and_keeps_it(tmp_path: Path, there: bool) -> None:
    (tmp_path / "inner").mkdir()
    if there:
        (tmp_path / "inner" / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to("inner/file")
    (tmp_path / "outer").symlink_to("link")
    write_atomically(tmp_path / "outer", b"new")
    assert (tmp_path / "inner" / "file").read_bytes() == b"new"
    assert (tmp_path / "outer").is_symlink() and (tmp_path / "link").is_symlink()
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "inner", "link", "outer"]


def test_write_refuses_a_cycle_of_links(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    with pytest.raises(OSError, match="symbolic links"):
        write_atomically(tmp_path / "one", b"new")
    assert (tmp_path / "one").is_symlink()


def test_append_is_atomic_on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old\n")
    left = [3]
    write = os.write

    def full(file: int, data: bytes) -> int:
        if not left:
            raise OSError(28, "No space left on device")
        return write(file, data[: left.pop()])

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space") as found:
        append(path, b"new line\n")
    assert (path.read_bytes(), found.value.filename) == (b"old\n", str(path))


@pytest.mark.parametrize(
    ("text", "crlf", "data"), [("", True, b""), ("a\nb\n", False, b"a\nb\n"), ("a\nb\n", True, b"a\r\nb")]
)
def test_line_ends_are_as_asked(tmp_path: Path, text: str, crlf: bool, data: bytes) -> None:
    with atomic_text_file(tmp_path / "file.txt", crlf) as file:
        file.write(text)
    assert (tmp_path / "file.txt").read_bytes() == data
