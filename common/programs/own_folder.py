"""The scratch folder of an untrusted program.

Its contents are never trusted: reads follow no links, and removal copes with any depth.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import ELOOP
from itertools import count
from pathlib import Path
from typing import IO

from common.rules.errors import BadInput, quoted

BY_DESCRIPTORS = os.open in os.supports_dir_fd and os.rename in os.supports_dir_fd
NO_FOLLOW_FLAGS = (
    os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
)


@contextmanager
def own_folder(parent: Path | None = None) -> Iterator[Path]:
    """Yield a new empty folder, by default among the temporary files, and remove it at the end.

    `parent` is the folder to make it in. Everything that a program left there is removed too.
    """
    folder = Path(tempfile.mkdtemp(prefix="player-", dir=parent)).resolve()
    try:
        yield folder
    finally:
        remove_tree(folder)


# READING


def open_regular(folder: Path, *names: str) -> IO[bytes]:
    """Open a regular file for reading that an untrusted program may have written.

    `names` are the path parts below `folder`. No link below `folder` is followed. Raise FileNotFoundError if
    the file does not exist, BadInput if it is anything but a regular file.
    """
    try:
        found = (
            open_without_links(folder, names)
            if BY_DESCRIPTORS
            else os.open(path_without_links(folder, names), NO_FOLLOW_FLAGS)
        )
    except FileNotFoundError:
        raise
    except OSError as problem:
        why = "a link" if problem.errno == ELOOP else str(problem.strerror)
        raise BadInput(f"{quoted('/'.join(names))} is not a regular file: {why}") from None
    if not stat.S_ISREG(os.fstat(found).st_mode):
        os.close(found)
        raise BadInput(f"{quoted('/'.join(names))} is not a regular file")
    return os.fdopen(found, "rb")


def open_without_links(folder: Path, names: tuple[str, ...]) -> int:
    """Open a file part by part, each relative to the one before, and return its descriptor.

    Follow no links. Raise OSError.
    """
    at = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    for name in names:
        above = at
        try:
            at = os.open(name, NO_FOLLOW_FLAGS | (0 if name == names[-1] else os.O_DIRECTORY), dir_fd=above)
        finally:
            os.close(above)
    return at


def path_without_links(folder: Path, names: tuple[str, ...]) -> Path:
    """Return the path of a file where it cannot be opened part by part (Windows).

    Raise OSError if one of the parts is a link.
    """
    path = folder
    for name in names:
        path = path / name
        if path.is_symlink():
            raise OSError(0, "a link", str(path))
    return path


def read_regular(folder: Path, *names: str, max_bytes: int) -> bytes:
    """Read a regular file as `open_regular` opens it. Raise BadInput if it exceeds `max_bytes`."""
    with open_regular(folder, *names) as file:
        found = file.read(max_bytes + 1)
    if len(found) > max_bytes:
        raise BadInput(f"{quoted('/'.join(names))} is longer than {max_bytes} bytes")
    return found


# REMOVING


def remove_tree(folder: Path) -> None:
    """Remove a folder with everything in it, at any depth, without following links.

    Files that cannot be removed stay, without an error.
    """
    if not BY_DESCRIPTORS:
        shutil.rmtree(folder, ignore_errors=True)
        return
    with suppress(OSError):
        top = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            empty_folder(top)
        finally:
            os.close(top)
        folder.rmdir()


def empty_folder(top: int) -> None:
    """Empty an open folder, given by its descriptor; entries that cannot be removed stay.

    Deeper folders are first moved up into it, so that no path grows long and nothing recurses.
    """
    names = (f".remove-{number}" for number in count())
    while found := entries(top):
        remaining = len(found)
        for name, is_folder in found:
            with suppress(OSError):
                if is_folder:
                    hoist_subfolders(top, name, names)
                else:
                    os.unlink(name, dir_fd=top)
                remaining -= 1
        if remaining == len(found):
            return


def entries(folder: int) -> list[tuple[str, bool]]:
    """List an open folder (a descriptor): the name of each entry, and True for a folder, False for a link."""
    with os.scandir(folder) as found:
        return [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in found]


def hoist_subfolders(top: int, name: str, names: Iterator[str]) -> None:
    """Remove the folder `name` from `top` after moving its subfolders up to `top`. Raise OSError.

    `top` is a descriptor. `names` supplies new names for the subfolders. Other files in the folder are
    deleted.
    """
    os.chmod(name, 0o700, dir_fd=top)
    inside = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=top)
    try:
        for below, is_folder in entries(inside):
            if is_folder:
                os.chmod(below, 0o700, dir_fd=inside)
                os.rename(below, unused_name(top, names), src_dir_fd=inside, dst_dir_fd=top)
            else:
                os.unlink(below, dir_fd=inside)
    finally:
        os.close(inside)
    os.rmdir(name, dir_fd=top)


def unused_name(top: int, names: Iterator[str]) -> str:
    """Return the first of `names` that does not exist in an open folder."""
    return next(name for name in names if not _exists(top, name))


def _exists(top: int, name: str) -> bool:
    """Return True if an open folder holds a file, folder or link of this name."""
    try:
        os.stat(name, dir_fd=top, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True
