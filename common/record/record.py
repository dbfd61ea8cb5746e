"""Saved games: JSON lines, written as the game goes; a record cut off in mid-line still loads."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

from common.record.whole_files import write_whole
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

VERSION = 1

Entry = dict[str, Any]


class Record:
    """One game: a header (game, start, players, limits, seed), the moves so far, the outcome if over."""

    def __init__(self, header: Entry, moves: list[Entry] | None = None, outcome: Entry | None = None) -> None:
        self.header, self.moves, self.outcome = header, moves or [], outcome

    def lines(self) -> list[Entry]:
        end = [{"outcome": self.outcome}] if self.outcome else []
        return [self.header, *self.moves, *end]

    def save(self, path: Path) -> None:
        """Write the whole record in one step. Raises OSError."""
        write_whole(path, "".join(_line(entry) for entry in self.lines()).encode())


def header(game: str, start: Entry, players: dict[str, str], **more: Any) -> Entry:
    """The first line of a record; what is not known is left out."""
    known = {name: value for name, value in more.items() if value is not None}
    return {"game": game, "version": VERSION, "start": start, "players": players, **known}


def print_lines(entries: list[Entry]) -> None:
    """Lines of a record on stdout, the same bytes as in its file whatever the code page."""
    sys.stdout.flush()
    sys.stdout.buffer.write("".join(map(_line, entries)).encode())
    sys.stdout.buffer.flush()


class Writer:
    """Keeps a record and, where it has a path, the file of it, appended and flushed move by move; `aloud` prints it too.

    Where nobody named a file it may have a `spare` one, begun by `keep` or with the first move. If that cannot be written,
    `problem` says why and the game goes on without.
    """

    def __init__(self, record: Record, path: Path | None = None, aloud: bool = False, spare: Path | None = None) -> None:
        self.record, self.path, self._aloud, self._spare = record, path, aloud, spare
        self.problem: OSError | None = None
        if path:
            record.save(path)
        if aloud:
            print_lines(record.lines())

    def move(self, side: str, text: str, **known: Any) -> None:
        """Write down one more move, with what is known of it."""
        entry = {"ply": len(self.record.moves) + 1, "side": side, "move": text, **known}
        self.record.moves.append(entry)
        self._append(entry)

    def end(self, outcome: Outcome) -> None:
        self.record.outcome = outcome._asdict()
        self._append({"outcome": self.record.outcome})

    def take_back(self, plies: int) -> None:
        """Forget all but the first `plies` moves."""
        del self.record.moves[plies:]
        if self.path:
            self._write(self.path, self.record.save)

    def keep(self) -> None:
        """Begin the spare file, if there is to be one."""
        if self._spare and not self.path and not self.problem:
            self.path = self._spare
            self._write(self.path, self._begin)

    def _append(self, entry: Entry) -> None:
        if self._aloud:
            print_lines([entry])
        if self.path:
            self._write(self.path, partial(_add, entry))
        else:
            self.keep()

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


def _add(entry: Entry, path: Path) -> None:
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(_line(entry))


def _line(entry: Entry) -> str:
    import json

    return json.dumps(entry, ensure_ascii=False) + "\n"


def load(path: Path, game: str) -> Record:
    """Read a record of one game. Raises BadInput if it is none, OSError if it cannot be read."""
    entries = whole_lines(path)
    if not entries or entries[0].get("game") != game or not isinstance(entries[0].get("start"), dict):
        raise BadInput(f'{path} is not a record of {game}: its first line should be {{"game": "{game}", ...}}')
    if any("game" in entry for entry in entries[1:]):
        raise BadInput(f"{path} holds several games: wanted one a file, as --record writes them")
    moves = [entry for entry in entries[1:] if isinstance(entry.get("move"), str)]
    outcome = next((entry["outcome"] for entry in entries if "outcome" in entry), None)
    if outcome is not None and not (isinstance(outcome, dict) and outcome.keys() == set(Outcome._fields)):
        raise BadInput(f"{path}: outcome {quoted(str(outcome))}: wanted {', '.join(Outcome._fields)}")
    return Record(entries[0], moves, outcome)


def whole_lines(path: Path) -> list[Entry]:
    """The lines that are whole; what a crash cut off in mid-line is dropped."""
    import json

    entries: list[Entry] = []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            break
        if not isinstance(entry, dict):
            break
        entries.append(entry)
    return entries
