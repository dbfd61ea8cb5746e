"""Where the games of people are kept, and what is not replaced unless somebody says so."""

from __future__ import annotations

import time
from itertools import count
from pathlib import Path

from common.messages import _
from common.rules.errors import BadInput

FOLDER = Path("saved-games")  # in the current folder


def unused(script: str) -> Path:
    """A name, by script and time, that no kept game has."""
    began = FOLDER / f"{script}-{time.strftime('%Y%m%d-%H%M%S')}.jsonl"
    names = (began.with_stem(f"{began.stem}-{number}") if number > 1 else began for number in count(1))
    return next(path for path in names if not path.exists())


def is_taken(path: Path) -> bool:
    """True of a file that is there, and of a folder with something in it."""
    return path.is_file() or (path.is_dir() and any(path.iterdir()))


def another(path: Path) -> Path:
    """A name to propose in place of one that is taken."""
    return path.with_stem(f"{path.stem}-2") if path.name else path / "new"


def check_new(option: str, path: Path | None, force: bool) -> None:
    """Raise BadInput if an option names what is taken, and nothing may be replaced."""
    if path and not force and is_taken(path):
        kind = _("a new name") if path.is_file() else _("a new or empty folder")
        raise BadInput(
            _(
                "{option} {file} already exists: choose {kind}, e.g. {option} {another}, or add --force",
                option=option,
                file=path,
                kind=kind,
                another=another(path),
            )
        )
