"""Records of games as JSON lines, written move by move. A record cut off in mid-line still loads."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

from common.record.atomic_files import append, write_atomically
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

VERSION = 1
MAX_BYTES = 1 << 28  # bytes, the largest file that is read

RecordLine = dict[str, Any]


class Record:
    """The record of one game: header (game, start, players, limits, seed), moves so far, outcome or None.

    Header, outcome and each move are JSON objects.
    """

    def __init__(
        self, header: RecordLine, moves: list[RecordLine] | None = None, outcome: RecordLine | None = None
    ) -> None:
        self.header, self.moves, self.outcome = header, moves or [], outcome

    def lines(self) -> list[RecordLine]:
        """Return the header, the moves and, if the game is over, a line with the outcome."""
        end = [{"outcome": self.outcome}] if self.outcome else []
        return [self.header, *self.moves, *end]

    def save(self, path: Path) -> None:
        """Write the whole record, atomically. Raise OSError."""
        write_atomically(path, "".join(_line(entry) for entry in self.lines()).encode())


def header(game: str, start: RecordLine, players: dict[str, str], **more: Any) -> RecordLine:
    """Return the first line of a record. Values that are None are left out."""
    present = {name: value for name, value in more.items() if value is not None}
    return {"game": game, "version": VERSION, "start": start, "players": players, **present}


def print_lines(entries: list[RecordLine]) -> None:
    """Print lines of a record on stdout as UTF-8, so that they equal the file's bytes on every code page."""
    sys.stdout.flush()
    sys.stdout.buffer.write("".join(map(_line, entries)).encode())
    sys.stdout.buffer.flush()


class Writer:
    """Keeps a record and, if there is a path, its file, replaced at once by the record so far.

    Each move is appended at once. Raise OSError if the file at `path` cannot be written. `to_stdout` prints
    the lines, too. `autosave_path` is used when no path was given: `autosave` or the first move creates that
    file. If it cannot be written, `problem` holds the error and the game continues without a file.
    """

    def __init__(
        self,
        record: Record,
        path: Path | None = None,
        to_stdout: bool = False,
        autosave_path: Path | None = None,
    ) -> None:
        self.record, self.path, self._aloud, self._spare = record, path, to_stdout, autosave_path
        self.problem: OSError | None = None
        if path:
            record.save(path)
        if to_stdout:
            print_lines(record.lines())

    def move(self, side: str, text: str, **facts: Any) -> None:
        """Record one more move, in notation, with further `facts` about it as JSON values."""
        entry = {"ply": len(self.record.moves) + 1, "side": side, "move": text, **facts}
        self.record.moves.append(entry)
        self._append(entry)

    def end(self, outcome: Outcome) -> None:
        """Record the outcome, as the last line."""
        self.record.outcome = outcome._asdict()
        self._append({"outcome": self.record.outcome})

    def take_back(self, plies: int) -> None:
        """Drop all but the first `plies` moves, also in the file but not on stdout."""
        del self.record.moves[plies:]
        if self.path:
            self._write(self.path, self.record.save)

    def autosave(self) -> None:
        """Create the autosave file, if one is wanted and not there yet."""
        if self._spare and not self.path and not self.problem:
            self.path = self._spare
            self._write(self.path, self._begin)

    def _append(self, entry: RecordLine) -> None:
        if self._aloud:
            print_lines([entry])
        if self.path:
            self._write(self.path, partial(_add, entry))
        else:
            self.autosave()

    def _begin(self, path: Path) -> None:
        path.parent.mkdir(exist_ok=True)
        self.record.save(path)

    def _write(self, path: Path, how: Callable[[Path], None]) -> None:
        try:
            how(path)
        except OSError as problem:
            if path != self._spare:
                raise
            self.path, self.problem = None, problem


def _add(entry: RecordLine, path: Path) -> None:
    """Append a line, whole or not at all. Raise OSError."""
    with path.open("ab", buffering=0) as file:
        append(file.fileno(), _line(entry).encode(), str(path))


def _line(entry: RecordLine) -> str:
    """Return an entry as a line of JSON: in ASCII if it contains control characters, else in UTF-8."""
    import json

    line = json.dumps(entry, ensure_ascii=False)
    return (line if line.isprintable() else json.dumps(entry)) + "\n"


def load(path: Path, game: str) -> Record:
    """Read a record of `game`. Raise BadInput if the file is no such record, OSError if it cannot be read."""
    return load_numbered(path, game)[0]


def load_numbered(path: Path, game: str) -> tuple[Record, list[int]]:
    """Read a record of `game` and the line number, from 1, of each move.

    Raise BadInput or OSError, as `load` does.
    """
    lines = numbered_lines(path)
    first = lines[0][1] if lines else {}
    if first.get("game") != game or not isinstance(first.get("start"), dict):
        raise BadInput(
            f'{path} is not a record of {game}: its first line should be {{"game": "{game}", ...}}'
        )
    for number, entry in lines[1:]:
        _check(path, number, entry)
    moves = {number: entry for number, entry in lines[1:] if "move" in entry}
    outcome = next((entry["outcome"] for _, entry in lines if "outcome" in entry), None)
    if outcome is not None and not _is_outcome(outcome):
        raise BadInput(f"{path}: outcome {quoted(str(outcome))}: expected {', '.join(Outcome._fields)}")
    return Record(first, [*moves.values()], outcome), [*moves]


def _check(path: Path, number: int, entry: RecordLine) -> None:
    """Raise BadInput at a line that cannot follow the first line of a record."""
    if "game" in entry:
        raise BadInput(f"{path} holds several games: expected one per file, as --record writes them")
    if "move" in entry and not isinstance(entry["move"], str):
        raise BadInput(f"{path}: line {number}: move {quoted(str(entry['move']))}: expected a text")


def _is_outcome(found: Any) -> bool:
    return (
        isinstance(found, dict) and found.keys() == set(Outcome._fields) and isinstance(found["reason"], str)
    )


def numbered_lines(path: Path) -> list[tuple[int, RecordLine]]:
    """Return the JSON objects of a file with their line numbers.

    The result is empty if the first line is no JSON object. A last line cut off by a crash is dropped.
    Raise BadInput at any other line that `--record` cannot have written.
    """
    *lines, last = read_limited(path).split(b"\n")
    entries = list[tuple[int, RecordLine]]()
    for number, line in enumerate(lines, 1):
        entry = _parse_line(path, number, line)
        if entry is None and number == 1:
            return []
        if entry is None:
            raise BadInput(
                f"{path}: line {number} is damaged: expected a line of JSON, as --record writes it"
            )
        entries.append((number, entry))
    cut_off = _parse_line(path, len(lines) + 1, last)
    return entries if cut_off is None else [*entries, (len(lines) + 1, cut_off)]


def read_limited(path: Path) -> bytes:
    """Return the bytes of a file.

    Raise OSError, or BadInput if it is larger than MAX_BYTES, as an endless device is.
    """
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BadInput(f"{path} holds more than {MAX_BYTES >> 20} MB: expected a file of games")
    return data


def _parse_line(path: Path, number: int, line: bytes) -> RecordLine | None:
    """Parse a line as a JSON object in UTF-8. Return None if it is none.

    Raise BadInput if it is nested too deeply.
    """
    import json

    try:
        entry = json.loads(line.decode())
    except ValueError:
        return None
    except RecursionError:
        raise BadInput(
            f"{path}: line {number} is nested too deeply: expected a line of JSON, as we write it"
        ) from None
    return entry if isinstance(entry, dict) else None
