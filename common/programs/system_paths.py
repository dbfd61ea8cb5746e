"""Paths for every program: existing ones, those of the system, those that every user may read."""

from __future__ import annotations

import stat
import tempfile
from contextlib import suppress
from pathlib import Path

SYSTEM_FOLDERS = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")


def is_existing_path(word: str) -> bool:
    """Return True for an absolute path that exists. A word too long for a file name is not one."""
    with suppress(OSError, ValueError):
        return Path(word).is_absolute() and Path(word).exists()
    return False


def is_system_path(path: Path) -> bool:
    """Return True for a path in a system folder or in `/etc`, where all programs may read the same."""
    return any(path.is_relative_to(folder) for folder in (*SYSTEM_FOLDERS, "/etc"))


def has_unrelated_files(folder: Path) -> bool:
    """Return True for a folder with unrelated contents: the root, a home, a folder for temporary files."""
    shared = (Path.home(), Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp"))
    return any(other.resolve().is_relative_to(folder) for other in shared)


def is_open_to_all(path: Path, parents_mounted: bool = False) -> bool:
    """Return True if every user may read a path and, in a folder, the files directly in it.

    Its parents must be accessible too, unless `parents_mounted` says that the sandbox provides them.
    """
    inside = filter(Path.is_file, path.iterdir()) if path.is_dir() else ()
    above = () if parents_mounted else path.parents
    try:
        return all(map(is_world_readable, (path, *inside))) and all(
            folder.stat().st_mode & stat.S_IXOTH for folder in above
        )
    except OSError:
        return False


def is_world_readable(path: Path) -> bool:
    """Return True if every user may read a file, or list and enter a folder. Raise OSError."""
    mode = path.lstat().st_mode  # a link has its own mode; its target may lie elsewhere
    required = stat.S_IROTH | (stat.S_IXOTH if stat.S_ISDIR(mode) else 0)
    return mode & required == required
