"""Journals: files of results, one per line, from which an interrupted match or tournament resumes."""

from __future__ import annotations

import json
import os
import sys
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from common.record.atomic_files import append, check_regular
from common.record.record import numbered_lines, read_limited
from common.rules.errors import MALFORMED_FILE_ERRORS, BadInput, quoted

Value = TypeVar("Value")
# Offset of the byte that Windows locks: beyond the data, so that readers are not blocked.
LOCKED_BYTE = 1 << 40
MAX_NUMBER = 1e12  # larger than any number in a journal
OPENED = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)


class Journal:
    """A file of JSON lines: a header that describes the match or tournament, then one line per result.

    The first key of the header names the kind. `entries` holds the results found when the file was opened,
    not those added since. An incomplete last line is dropped. The file stays locked as long as the object
    exists, so that only one process writes it.
    """

    def __init__(self, path: Path | None, expected_header: dict[str, Any], option: str = "--journal") -> None:
        """Open, lock and read a journal, or create it with `expected_header` as its first line.

        `option` is the command line's, for messages. With `path` None nothing is stored. Raise BadInput if
        the file holds something else or is in use, OSError if it cannot be read or written.
        """
        self.path, self.entries, self._numbers = path, list[dict[str, Any]](), list[int]()
        self._option = option
        if path is None:
            return
        self._file = _open_locked(path)
        weakref.finalize(self, os.close, self._file)
        if os.fstat(self._file).st_size:
            self._load(path, json.loads(json.dumps(expected_header)))
        else:
            self._create(path, expected_header)

    def read(self, parse: Callable[[dict[str, Any]], Value], wanted: str) -> list[Value]:
        """Convert the results found when the file was opened, in order, by `parse`.

        Raise BadInput with the line number for the first one on which `parse` raises one of
        `MALFORMED_FILE_ERRORS`. `wanted` describes in the message what a line should be.
        """
        return [self._value(at, parse, wanted) for at in range(len(self.entries))]

    def _value(self, at: int, parse: Callable[[dict[str, Any]], Value], wanted: str) -> Value:
        try:
            return parse(self.entries[at])
        except MALFORMED_FILE_ERRORS:
            raise BadInput(
                f"{self.path}: line {self._numbers[at]}: expected {wanted} on each line after the first, "
                f"as {self._option} writes them"
            ) from None

    def add(self, entry: dict[str, Any]) -> None:
        """Append a line to the file, completely or not at all; do nothing without a file. Raise OSError."""
        if self.path:
            append(self._file, json.dumps(entry).encode() + b"\n", str(self.path))

    def _create(self, path: Path, header: dict[str, Any]) -> None:
        """Write the header; if that fails, delete the file. Raise OSError."""
        try:
            self.add(header)
        except OSError:
            path.unlink(missing_ok=True)
            raise

    def _load(self, path: Path, expected_header: dict[str, Any]) -> None:
        """Read the complete lines and truncate an incomplete last one.

        Raise BadInput if the header is not that of this match or tournament.
        """
        kind = next(iter(expected_header))
        data = read_limited(path)
        lines = numbered_lines(path, self._option)
        header = lines[0][1] if lines else {}
        if header.get(kind) != expected_header[kind]:
            raise BadInput(
                f"{path}: expected the journal of a {kind} of {expected_header[kind]}, "
                f"as {self._option} writes it"
            )
        if any(header.get(name) != value for name, value in expected_header.items()):
            raise BadInput(f"{path} is the journal of another {kind}: {quoted(json.dumps(header))}")
        whole = [(number, entry) for number, entry in lines[1:] if number <= data.count(b"\n")]
        self._numbers, self.entries = [number for number, _ in whole], [entry for _, entry in whole]
        os.ftruncate(self._file, data.rfind(b"\n") + 1)


def _open_locked(path: Path) -> int:
    """Open a file, created if necessary, and lock it.

    Raise OSError, or BadInput if another process has locked it.
    """
    check_regular(path)
    file = os.open(path, OPENED, 0o666)
    if not lock(file):
        os.close(file)
        raise BadInput(f"{path} is in use by another process: wait for it to end, or choose another file")
    return file


def lock(file: int) -> bool:
    """Lock an open file descriptor. Return False if another process holds the lock or locking fails.

    The lock is advisory and released when the file is closed.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def is_number(value: Any) -> bool:
    """Return True for a finite int or float below 1e12 in magnitude; bool does not count."""
    return type(value) in (int, float) and -MAX_NUMBER < value < MAX_NUMBER


def require(truth: bool) -> None:
    """Raise ValueError unless `truth` holds; whoever reads the journal adds the line number."""
    if not truth:
        raise ValueError("not as it was written")
