"""Logs of the games of a tournament: the time of every move, the end of each program's stderr.

With a journal they are files in a folder beside it, so that the table stays small.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from common.judge.journal import is_number
from common.programs.stderr_log import MAX_KEPT
from common.record.atomic_files import write_atomically
from common.rules.errors import MALFORMED_FILE_ERRORS, visible

MAX_LINES = 12  # lines of stderr that are kept without a journal


class GameLog(NamedTuple):
    """The seconds of the moves of each side, and the last lines that its program wrote to stderr."""

    seconds: tuple[list[float], list[float]] = ([], [])
    stderr: tuple[str, str] = ("", "")


class GameLogs:
    """The logs of a tournament by the games' numbers: files in `folder`, or in memory if it is None."""

    def __init__(self, folder: Path | None) -> None:
        self.folder, self._memory = folder, dict[int, GameLog]()

    def add(self, number: int, log: GameLog) -> None:
        """Keep the log of a game in place of an older one. Raise OSError."""
        if self.folder is None:
            first, second = (last_lines(text, MAX_LINES) for text in log.stderr)
            self._memory[number] = log._replace(stderr=(first, second))
            return
        self.folder.mkdir(exist_ok=True)
        for seat, text in enumerate(log.stderr, 1):
            path = self._stderr_path(number, seat)
            path.unlink(missing_ok=True)
            if text:
                write_atomically(path, f"{text}\n".encode())
        write_atomically(self._seconds_path(number), json.dumps({"seconds": log.seconds}).encode())

    def read(self, number: int) -> GameLog:
        """Return the log of a game, empty where its files are missing or damaged."""
        if self.folder is None:
            return self._memory.get(number, GameLog())
        first, second = (self._read_stderr(number, seat) for seat in (1, 2))
        return GameLog(self._read_seconds(number), (first, second))

    def _stderr_path(self, number: int, seat: int) -> Path:
        assert self.folder
        return self.folder / f"{number}-{seat}.txt"

    def _seconds_path(self, number: int) -> Path:
        assert self.folder
        return self.folder / f"{number}.json"

    def _read_stderr(self, number: int, seat: int) -> str:
        data = b""
        with suppress(OSError), self._stderr_path(number, seat).open("rb") as file:
            data = file.read(4 * MAX_KEPT)  # an escaped byte takes four
        return "\n".join(map(visible, data.decode("utf-8", "replace").splitlines()))

    def _read_seconds(self, number: int) -> tuple[list[float], list[float]]:
        with suppress(OSError, *MALFORMED_FILE_ERRORS):
            found: Any = json.loads(self._seconds_path(number).read_bytes())
            first, second = found["seconds"]
            if all(map(is_number, [*first, *second])):
                return first, second
        return [], []


def logs_folder(journal: Path) -> Path:
    """Return the folder of logs beside a journal, named after it."""
    return journal.parent / f"{journal.stem}-logs"


def last_lines(text: str, count: int) -> str:
    """Return the last `count` lines of a text."""
    return "\n".join(text.splitlines()[-count:])
