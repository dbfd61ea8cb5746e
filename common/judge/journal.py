"""Journals: files of results, one per line, from which an interrupted match or tournament resumes."""

from __future__ import annotations

import json
import os
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from common.kernels.file_lock import lock
from common.messages import _
from common.record.record import contents, numbered_lines
from common.record.whole_files import append, check_regular
from common.rules.errors import MALFORMED, BadInput, quoted

Value = TypeVar("Value")
HUGE = 1e12  # larger than any number in a journal
OPENED = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)


class Journal:
    """A file of JSON lines: a header that describes the match or tournament, then one line per result.

    The first key of the header names the kind. An incomplete last line is dropped. The file stays locked
    until the process ends, so that only one process writes it.
    """

    def __init__(self, path: Path | None, about: dict[str, Any]) -> None:
        """Open, lock and read a journal, or create it with `expected_header` as its first line.

        With `path` None nothing is stored. Raise BadInput if the file holds something else or is in use,
        OSError if it cannot be read or written.
        """
        self.path, self.entries, self._numbers = path, list[dict[str, Any]](), list[int]()
        if path is None:
            return
        self._file = _opened(path)
        weakref.finalize(self, os.close, self._file)
        if os.fstat(self._file).st_size:
            self._read(path, json.loads(json.dumps(about)))
        else:
            self._begin(path, about)

    def read(self, value_of: Callable[[dict[str, Any]], Value], wanted: str) -> list[Value]:
        """Convert the lines after the header by `parse`.

        Raise BadInput with the line number for the first one that is not `wanted` (its description).
        """
        return [self._value(at, value_of, wanted) for at in range(len(self.entries))]

    def _value(self, at: int, value_of: Callable[[dict[str, Any]], Value], wanted: str) -> Value:
        try:
            return value_of(self.entries[at])
        except MALFORMED:
            raise BadInput(
                _(
                    "{file}: line {number}: expected {wanted} on each line after the first, "
                    "as --journal writes them",
                    file=self.path,
                    number=self._numbers[at],
                    wanted=_(wanted),
                )
            ) from None

    def add(self, entry: dict[str, Any]) -> None:
        """Append a line, completely or not at all. Raise OSError."""
        if self.path:
            append(self._file, json.dumps(entry).encode() + b"\n", str(self.path))

    def _begin(self, path: Path, about: dict[str, Any]) -> None:
        """Write the header; if that fails, delete the file. Raise OSError."""
        try:
            self.add(about)
        except OSError:
            path.unlink(missing_ok=True)
            raise

    def _read(self, path: Path, about: dict[str, Any]) -> None:
        """Read the complete lines and truncate an incomplete last one.

        Raise BadInput if the header is not that of this match or tournament.
        """
        kind = next(iter(about))
        data = contents(path)
        lines = numbered_lines(path, "--journal")
        header = lines[0][1] if lines else {}
        if header.get(kind) != about[kind]:
            raise BadInput(
                _(
                    "{file}: expected the journal of a {kind} of {about}, as --journal writes it",
                    file=path,
                    kind=_(kind),
                    about=about[kind],
                )
            )
        if any(header.get(name) != value for name, value in about.items()):
            raise BadInput(
                _(
                    "{file} is the journal of another {kind}: {header}",
                    file=path,
                    kind=_(kind),
                    header=quoted(json.dumps(header)),
                )
            )
        whole = [(number, entry) for number, entry in lines[1:] if number <= data.count(b"\n")]
        self._numbers, self.entries = [number for number, _ in whole], [entry for _, entry in whole]
        os.ftruncate(self._file, data.rfind(b"\n") + 1)


def _opened(path: Path) -> int:
    """Open a file, created if necessary, and lock it.

    Raise OSError, or BadInput if another process has locked it.
    """
    check_regular(path)
    file = os.open(path, OPENED, 0o666)
    if not lock(file):
        os.close(file)
        raise BadInput(
            _("{file} is in use by another process: wait for it to end, or choose another file", file=path)
        )
    return file


def is_number(value: Any) -> bool:
    """Return True for a finite int or float below 1e12 in magnitude; bool does not count."""
    return type(value) in (int, float) and -HUGE < value < HUGE


def require(truth: bool) -> None:
    """Raise ValueError unless `truth` holds; whoever reads the journal adds the line number."""
    if not truth:
        raise ValueError("not as it was written")
