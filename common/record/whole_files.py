"""Files written whole or not at all."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path

from common.rules.errors import BadInput, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO


def check_folders(*paths: Path | None) -> None:
    """Raises BadInput if a file, of those that will be written in the end, has no folder to be in, or is one."""
    for path in filter(None, paths):
        if path.is_dir():
            raise BadInput(f"{quoted(str(path))} is a folder: wanted the name of a file")
        if not path.parent.is_dir():
            raise BadInput(f"{quoted(str(path))}: wanted a folder that is there, and {quoted(str(path.parent))} is none")


@contextmanager
def _appearing(path: Path) -> Iterator[Path]:
    """A new file beside `path` that takes its place at the end, or is gone if anything fails.

    Where another program holds the old file open (Windows), the new one stays beside it and a line on
    stderr says so.
    """
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        yield new
        _move(new, path)
    except BaseException as problem:
        new.unlink(missing_ok=True)
        if isinstance(problem, OSError):
            problem.filename = str(path)  # the name that the user knows
        raise


@contextmanager
def writing_whole(path: Path, crlf: bool = False) -> Iterator[IO[str]]:
    """A text file that appears at `path` in one step at the end: a program that is killed leaves the old file or the new one.

    `crlf` ends lines with CR LF, all but the last. Raises OSError if the folder cannot be written.
    """
    with _appearing(path) as new, new.open("x", encoding="utf-8", newline="\r\n" if crlf else "\n") as file:
        yield file
        if crlf and file.tell():
            file.truncate(file.tell() - 2)


def write_whole(path: Path, data: bytes) -> None:
    """Put `data` at `path` in one step. Raises OSError."""
    with _appearing(path) as new:
        new.write_bytes(data)


def _move(new: Path, path: Path) -> None:
    try:
        new.replace(path)
    except PermissionError:
        if not path.is_file():
            raise
        beside = path.with_name(f"{path.stem}-new{path.suffix}")
        new.replace(beside)
        print(f"{path} is in use by another program; the new file is {beside}", file=sys.stderr)
