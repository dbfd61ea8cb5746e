"""File names of saved games, and protection against overwriting files by accident."""

from __future__ import annotations

import time
from itertools import count
from pathlib import Path

from common.rules.errors import BadInput

FOLDER = Path("saved-games")  # in the working directory


def unused_path(script: str) -> Path:
    """Return a new file name in FOLDER for a saved game, made of the script's name and the time.

    The folder need not exist and is not created.
    """
    first = FOLDER / f"{script}-{time.strftime('%Y%m%d-%H%M%S')}.jsonl"
    names = (first.with_stem(f"{first.stem}-{number}") if number > 1 else first for number in count(1))
    return next(path for path in names if not path.exists())


def would_overwrite(path: Path) -> bool:
    """Return True if the path is a regular file or a non-empty folder."""
    return path.is_file() or (path.is_dir() and any(path.iterdir()))


def alternative_path(path: Path) -> Path:
    """Return a similar path to propose instead of an existing one. It may exist, too."""
    return path.with_stem(f"{path.stem}-2") if path.name else path / "new"


def check_overwrite(option: str, path: Path | None, force: bool) -> None:
    """Raise BadInput if the path, given by `option` such as --record, would be overwritten.

    None and, with `force`, every path are allowed.
    """
    if path and not force and would_overwrite(path):
        kind = "a new name" if path.is_file() else "a new or empty folder"
        raise BadInput(
            f"{option} {path} already exists: choose {kind}, "
            f"e.g. {option} {alternative_path(path)}, or add --force"
        )


def keep_records(force: bool, **options: Path | None) -> None:
    """Raise BadInput if one of the named options' files, a picture or a page, would overwrite a record."""
    for name, path in options.items():
        if path and path.is_file() and path.read_bytes()[:1] == b"{":
            check_overwrite(f"--{name}", path, force)
