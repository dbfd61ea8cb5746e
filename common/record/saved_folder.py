"""The games saved in FOLDER, the last changed first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from common.record.record import Record, load, numbered_lines
from common.record.save_paths import FOLDER
from common.rules.errors import BadInput

LAST = Path("last")  # the value of --resume for the newest unfinished game


class SavedFile(NamedTuple):
    """A file with the record of a game, and when it was last changed, in seconds since 1970."""

    path: Path
    changed: float
    record: Record


def saved_files(game: str, report: Callable[[str], object] = lambda problem: None) -> list[SavedFile]:
    """Return the saved games of a program, the last changed first. `report` is called for damaged records.

    Records of other programs and other files are ignored. Raise OSError if a file cannot be read.
    """
    found = [file for path in FOLDER.glob("*.jsonl") if (file := _read(path, game, report))]
    return sorted(found, key=lambda file: (file.changed, file.path), reverse=True)


def _read(path: Path, game: str, report: Callable[[str], object]) -> SavedFile | None:
    """Read a record of a game. Return None for other files, and for a damaged one, which is reported."""
    try:
        lines = numbered_lines(path)
        if lines and lines[0][1].get("game") == game:
            return SavedFile(path, path.stat().st_mtime, load(path, game))
    except BadInput as problem:
        report(str(problem))
    return None


def newest_unfinished(game: str) -> Path:
    """Return the file of the last changed game without an outcome. Raise BadInput if there is none."""
    for file in saved_files(game):
        if not file.record.outcome:
            return file.path
    raise BadInput(f"--resume last: no unfinished game of {game}.py in {FOLDER}/")
