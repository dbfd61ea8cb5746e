"""Output files, checked before the work and written atomically: the old file or the new one, never a part."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

from common.rules.errors import BadInput, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

KINDS = ((stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a named pipe"), (stat.S_ISSOCK, "a socket"))


def check_folders(*paths: Path | None) -> None:
    """Raise BadInput if a file to be written later is a folder itself or has no folder to be in.

    Raise OSError if it is a device, a socket or a named pipe.
    """
    for path in filter(None, paths):
        if path.is_dir():
            raise BadInput(f"{quoted(str(path))} is a folder: expected the name of a file")
        if not path.parent.is_dir():
            raise BadInput(f"{quoted(str(path))}: {quoted(str(path.parent))} is not an existing folder")
        check_regular(path)


def check_overwrite(option: str, path: Path | None, force: bool) -> None:
    """Raise BadInput if a file or a folder that is not empty, given by `option`, would be overwritten.

    None and, with `force`, every path are allowed.
    """
    if path and not force and (path.is_file() or (path.is_dir() and any(path.iterdir()))):
        kind = "a new name" if path.is_file() else "a new or empty folder"
        raise BadInput(
            f"{option} {path} already exists: choose {kind}, "
            f"e.g. {option} {alternative_path(path)}, or add --force"
        )


def alternative_path(path: Path) -> Path:
    """Return a similar path to propose instead of an existing one. It may exist, too."""
    return path.with_stem(f"{path.stem}-2") if path.name else path / "new"


def check_regular(path: Path) -> None:
    """Raise OSError if the path exists and is no regular file, e.g. a device or a named pipe."""
    with suppress(FileNotFoundError):
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            kind = next((name for is_kind, name in KINDS if is_kind(mode)), "a device")
            raise OSError(errno.EINVAL, f"expected the name of a file, but this is {kind}", str(path))


@contextmanager
def _atomic_path(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside `path`. Rename it to `path` at the end; delete it if anything fails.

    A symbolic link is followed, and its target replaced. Raise OSError if `path` is a device, a socket or a
    named pipe: renaming would replace it. If another program holds the old file open (Windows), the new
    file stays beside it and a line on stderr says so.
    """
    check_regular(path)
    target = Path(os.path.realpath(path)) if path.is_symlink() else path
    new = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        yield new
        _move(new, target)
    except BaseException as problem:
        new.unlink(missing_ok=True)
        if isinstance(problem, OSError):
            problem.filename = str(path)  # the temporary name means nothing to the user
        raise


@contextmanager
def atomic_text_file(path: Path, crlf: bool = False) -> Iterator[IO[str]]:
    """Yield a text file that replaces `path` atomically at the end.

    If the block raises, the old file stays. With `crlf`, all lines but the last end with CR LF, the last with
    nothing. Raise OSError if the folder cannot be written.
    """
    with _atomic_path(path) as new, new.open("x", encoding="utf-8", newline="\r\n" if crlf else "\n") as file:
        yield file
        if crlf and file.tell():
            file.truncate(file.tell() - 2)


def write_atomically(path: Path, data: bytes) -> None:
    """Write `data` to `path` atomically. Raise OSError."""
    with _atomic_path(path) as new:
        new.write_bytes(data)


def append(path: Path, data: bytes) -> None:
    """Append `data` to a file, whole or not at all. Raise OSError."""
    with path.open("ab", buffering=0) as file:
        size = os.fstat(file.fileno()).st_size
        try:
            while data:
                data = data[os.write(file.fileno(), data) :]
        except OSError as problem:
            os.ftruncate(file.fileno(), size)
            problem.filename = str(path)
            raise


def _move(new: Path, path: Path) -> None:
    try:
        new.replace(path)
    except PermissionError:
        if not path.is_file():
            raise
        beside = path.with_name(f"{path.stem}-new{path.suffix}")
        new.replace(beside)
        print(
            f"{path} is in use by another program; the new file is {beside}",
            file=sys.stderr,
        )
