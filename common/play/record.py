"""The record of a game: its start, its players, each move. A file holds one JSON object a line.

The first line is the header. Each move is appended at once, so that a crash loses none. A record that was cut
off in mid-line still loads.
"""

from __future__ import annotations

import shlex
import sys
import time
from codecs import BOM_UTF8
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Generic

from common.play.game import Ply
from common.play.player_names import opponents
from common.play.setup import join_words
from common.rules.errors import MALFORMED_FILE_ERRORS, BadInput, quoted, visible
from common.rules.files import append, write_atomically
from common.rules.position import Outcome, P

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from os import PathLike

    from common.play.game import Game

FOLDER = Path("saved-games")  # in the working directory
VERSION = 1
MAX_BYTES = 1 << 28  # bytes, the largest file that is read
MAX_BLANK = 64  # bytes, the beginning of a file that is looked at


class Record(Generic[P]):
    """A game from its start on, finished or not. In a notebook it shows itself move by move.

    `history` holds the start and the position after each move, `moves` the facts of each move, and `header`
    those of the whole game. With a `path`, every change is written there at once. A game that `autosaves`
    gets a file in FOLDER with its first move. If that file cannot be written, `problem` holds the error, and
    the game continues without a file.
    """

    def __init__(self, game: Game[P], start: P, players: Mapping[str, str], **facts: Any) -> None:
        """Begin a game. `facts` are its limits, seed and number. Those that are None are left out."""
        self.game, self.history, self.moves = game, [start], list[dict[str, Any]]()
        position = {"position": join_words(game.write(start))}
        header = {"game": game.name, "version": VERSION, "start": position, "players": dict(players)}
        known = {name: value for name, value in facts.items() if value is not None}
        self.header: dict[str, Any] = header | known
        self.recorded_outcome: Outcome | None = None
        self.path: Path | None = None
        self.problem: OSError | None = None
        self.autosaves = False

    @property
    def players(self) -> dict[str, Any]:
        """The name of each side's player, by side; empty if they are unknown."""
        return dict(self.header.get("players") or {})

    @property
    def limits(self) -> dict[str, Any]:
        """The limits of a move, by name; empty if they are unknown."""
        limits = self.header.get("limits")
        return limits if isinstance(limits, dict) else {}

    @property
    def seed(self) -> int | None:
        """The random seed, None if it is unknown."""
        seed = self.header.get("seed")
        return seed if type(seed) is int else None

    @property
    def number(self) -> int:
        """The number of the game among those of its call, 0 if it is unknown."""
        number = self.header.get("number")
        return number if type(number) is int else 0

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, None if the game is unfinished. It may be a forfeit."""
        return self.recorded_outcome or self.history[-1].outcome()

    def move(self, ply: int) -> Any:
        """Return a move, as in `moves()` of the position before it. The first one has number 1."""
        return self.history[ply - 1].read_move(self.moves[ply - 1]["move"])

    def ply(self, number: int) -> Ply:
        """Return move `number`, from 1, with the positions before and after it."""
        before, after = self.history[number - 1 : number + 1]
        return Ply(before, self.move(number), after, self.players.get(before.turn) == "human")

    def result(self) -> str:
        """Return the lines about the result, as they stand at the end of the game."""
        outcome, series = self.outcome, self.game.series
        if outcome is None:
            return "Not finished"
        number = series.number(self.history[0], self.number) if series else 1
        return self.game.result(outcome, number, self.history[-1])

    def lines(self) -> list[dict[str, Any]]:
        """Return the header, the moves and, if it is recorded, the outcome."""
        end = [{"outcome": self.recorded_outcome._asdict()}] if self.recorded_outcome else []
        return [self.header, *self.moves, *end]

    def add(self, move: Any, **facts: Any) -> None:
        """Play a move, which is not checked, and write it with more facts. Raise OSError."""
        before = self.history[-1]
        entry = {"ply": len(self.history), "side": before.turn, "move": before.text(move), **facts}
        self.history.append(before.play(move))
        self.moves.append(entry)
        self._append(entry)

    def add_legal(self, move: Any) -> None:
        """Play a move, given as in `moves()` of a position or as text. Raise BadInput if it is illegal."""
        before = self.history[-1]
        known = before.read_move(move) if isinstance(move, str) else move
        if before.outcome() or known not in before.moves():
            raise BadInput(f"Move {len(self.history)} is illegal: {quoted(str(move))}")
        self.add(known)

    def take_back(self, plies: int) -> None:
        """Drop all but the first `plies` moves."""
        del self.history[plies + 1 :], self.moves[plies:]
        if self.path:
            with self._excused():
                self.save(self.path, force=True)

    def end(self, outcome: Outcome) -> None:
        """Write the outcome, as the last line."""
        self.recorded_outcome = outcome
        self._append({"outcome": outcome._asdict()})

    def save(self, path: str | PathLike[str], *, force: bool = False) -> None:
        """Write the game as JSON lines, which every command reads.

        Raise BadInput if the file exists, unless `force` is True. Raise OSError if it cannot be written.
        """
        file = Path(path)
        if file.parent == FOLDER:
            FOLDER.mkdir(exist_ok=True)
        try:
            if not force:
                file.touch(exist_ok=False)  # two programs may save at the same time
        except FileExistsError:
            raise BadInput(f"{path} already exists: choose a new name, or force=True") from None
        write_atomically(file, "".join(map(_line, self.lines())).encode())

    def keep(self, path: Path, *, force: bool = False) -> None:
        """Write the game, and from now on every change, to a file. Raise BadInput or OSError, as `save`."""
        self.save(path, force=force)
        self.path = path

    def autosave(self) -> None:
        """Create the file of a game that autosaves, if it has none yet."""
        if self.autosaves and not self.path:
            with self._excused():
                self.keep(free_path(self.game.name), force=True)

    def _append(self, entry: dict[str, Any]) -> None:
        if self.path:
            with self._excused():
                append(self.path, _line(entry).encode())
        else:
            self.autosave()

    @contextmanager
    def _excused(self) -> Iterator[None]:
        """Let a game that autosaves go on without its file if that cannot be written."""
        try:
            yield
        except OSError as problem:
            if not self.autosaves:
                raise
            self.path, self.autosaves, self.problem = None, False, problem

    def __repr__(self) -> str:
        names = opponents(self.players)
        title = f"{self.game.name}, {names}" if names else self.game.name
        outcome = self.outcome
        result = "not finished" if not outcome else f"{outcome.winner} wins" if outcome.winner else "draw"
        return f"<{title}, {len(self.moves)} moves: {result}>"

    def _repr_html_(self) -> str:
        from common.play.shared_page import game_html

        return game_html(self)


def _line(entry: dict[str, Any]) -> str:
    """Return an entry as a line of JSON: in ASCII if it contains control characters, else in UTF-8."""
    import json

    line = json.dumps(entry, ensure_ascii=False)
    return (line if line.isprintable() else json.dumps(entry)) + "\n"


def print_lines(entries: Iterable[dict[str, Any]]) -> None:
    """Print lines of a record on stdout as UTF-8, so that they equal the file's bytes on every code page."""
    sys.stdout.flush()
    sys.stdout.buffer.write("".join(map(_line, entries)).encode())
    sys.stdout.buffer.flush()


def free_path(script: str) -> Path:
    """Take a new file name in FOLDER, made of the script's name and the time. Raise OSError."""
    FOLDER.mkdir(exist_ok=True)
    first = path = FOLDER / f"{script}-{time.strftime('%Y%m%d-%H%M%S')}.jsonl"
    number = 1
    while True:
        with suppress(FileExistsError):
            path.touch(exist_ok=False)
            return path
        number += 1
        path = first.with_stem(f"{first.stem}-{number}")


# READING


class NoRecordError(BadInput):
    """A file is no record of the game."""


def saved_games(game: Game[P]) -> Iterator[tuple[Path, Record[P]]]:
    """Yield the saved games in FOLDER, the last changed first.

    Other files are ignored. A file that is damaged or cannot be read costs a line on stderr.
    """
    for path in sorted(FOLDER.glob("*.jsonl"), key=lambda path: (path.lstat().st_mtime, path), reverse=True):
        try:
            yield path, load(game, path)
        except BadInput as problem:  # noqa: PERF203 (one bad file must not hide the others)
            if not isinstance(problem, NoRecordError):
                print(problem, file=sys.stderr)
        except OSError as problem:
            print(f"{path}: {problem.strerror}", file=sys.stderr)


def is_record(path: Path) -> bool:
    """Return True if a path is a file that begins as a record does."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(MAX_BLANK).removeprefix(BOM_UTF8).lstrip().startswith(b"{")


def load(game: Game[P], path: Path) -> Record[P]:
    """Read a record. Raise BadInput if the file is no such record, OSError if it cannot be read."""
    (number, first), *rest = _lines(path) or [(1, b"{}")]
    with locating_errors(path, number):
        header = _parse(first)
    if header.get("game") != game.name:
        raise NoRecordError(
            f'{path} is not a record of {game.name}: its first line should be {{"game": "{game.name}", ...}}'
        )
    with locating_errors(path, number):
        record = _begin(game, header)
    for number, line in rest:
        with locating_errors(path, number):
            _read(record, _parse(line))
    return record


def _lines(path: Path) -> list[tuple[int, bytes]]:
    """Return the lines of a record with their numbers, without blank ones and a last one that was cut off.

    The list is empty if the file is no record. Raise BadInput if it is in another encoding, or larger than
    MAX_BYTES, as an endless device is. Raise OSError.
    """
    import json

    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BadInput(f"{path} holds more than {MAX_BYTES >> 20} MB: expected a file of games")
    encoding = json.detect_encoding(data[:4])
    if not encoding.startswith("utf-8"):
        raise BadInput(f"{path} is in {encoding.upper()}: expected a file in UTF-8")
    data = data.removeprefix(BOM_UTF8)
    if not data.lstrip().startswith(b"{"):
        return []
    lines = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    try:
        _parse(lines[-1][1])
    except BadInput:
        if not data.endswith(b"\n"):
            lines.pop()
    return lines


def _parse(line: bytes) -> dict[str, Any]:
    """Parse a line as a JSON object. Raise BadInput."""
    import json

    try:
        entry = json.loads(line.decode())
    except UnicodeDecodeError:
        raise BadInput("not in UTF-8, perhaps in Latin-1: expected a file in UTF-8") from None
    except RecursionError:
        raise BadInput("nested too deeply: expected a line of JSON, as --record writes it") from None
    except ValueError:
        entry = None
    if not isinstance(entry, dict):
        raise BadInput("damaged: expected a line of JSON, as --record writes it")
    return entry


def _begin(game: Game[P], header: dict[str, Any]) -> Record[P]:
    """Return a record with this first line. Raise BadInput, or an error of MALFORMED_FILE_ERRORS."""
    version, players = header.get("version", VERSION), header.get("players")
    if version != VERSION:
        raise BadInput(f"version {quoted(str(version))}: this program reads version {VERSION}")
    if not isinstance(players, dict | None):
        raise BadInput(f"players {quoted(str(players))}: expected a name for each side")
    words = shlex.split(str(header["start"]["position"]))
    if len(words) < len(game.full_example):  # a file is no start of a record
        wanted = f"expected {len(game.full_example)} words, SIDE first"
        raise BadInput(f"{quoted(' '.join(words))} is not a position of a record: {wanted}")
    record = Record(game, game.settled(game.read(*words)), {})
    record.header = header
    return record


def _read(record: Record[P], entry: dict[str, Any]) -> None:
    """Add a line to its record. Raise BadInput, or an error of MALFORMED_FILE_ERRORS."""
    if "game" in entry:
        raise BadInput("a second game: expected one per file, as --record writes them")
    if "outcome" in entry:
        record.recorded_outcome = _read_outcome(entry["outcome"], record.game.sides)
    if "move" in entry:
        if not isinstance(entry["move"], str):
            raise BadInput(f"move {quoted(str(entry['move']))}: expected a text")
        record.add_legal(entry["move"])
        record.moves[-1] = entry


def _read_outcome(found: Any, sides: tuple[str, str]) -> Outcome:
    """Return an outcome, with control characters in its reason escaped. Raise BadInput or TypeError."""
    outcome = Outcome(**found)
    known = outcome.winner in (None, *sides) and isinstance(outcome.reason, str)
    if not known or type(outcome.margin) is not int:
        wanted = f"expected a winner, {' or '.join(sides)}, a reason, and a whole number as margin"
        raise BadInput(f"outcome {quoted(str(found))}: {wanted}")
    return outcome._replace(reason=visible(outcome.reason))


@contextmanager
def locating_errors(path: Path, number: int) -> Iterator[None]:
    """Turn an error while line `number` is read into a BadInput that names the file and the line."""
    try:
        yield
    except BadInput as problem:
        raise BadInput(f"{path}: line {number}: {problem}") from None
    except MALFORMED_FILE_ERRORS as problem:
        reason = quoted(str(problem)) if str(problem) else type(problem).__name__
        wanted = "expected a line as --record writes it"
        raise BadInput(f"{path}: line {number}: damaged ({reason}), {wanted}") from None
