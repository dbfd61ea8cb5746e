"""Saved games as they are read back, and the output files of a game: record, picture, JSON on stdout."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, NamedTuple

from common.record.atomic_files import check_folders
from common.record.record import Record
from common.record.save_paths import check_overwrite
from common.rules.errors import MALFORMED_FILE_ERRORS, BadInput, quoted, visible
from common.rules.position import Outcome, P, replay


class SavedGame(Generic[P]):
    """A game read from a record.

    `moves` are its moves, `history` all positions from the start on, and `outcome` is None if the game is
    unfinished.
    """

    def __init__(self, record: Record, moves: list[Any], history: list[P]) -> None:
        self.record, self.moves, self.history = record, moves, history
        self.outcome = read_outcome(record.outcome) if record.outcome else history[-1].outcome()

    @property
    def names(self) -> dict[str, Any]:
        """The name of each side's player, by side; empty if the record has none."""
        return self.record.header.get("players") or {}

    @property
    def number(self) -> int:
        """The number of this game among those of its call; 0 if the record has none."""
        number = self.record.header.get("number")
        return number if type(number) is int else 0

    @property
    def seed(self) -> int | None:
        """The random seed; None if the record has none."""
        seed = self.record.header.get("seed")
        return seed if type(seed) is int else None

    def players_to_resume(self, file: Path, named: Mapping[str, str | None]) -> dict[str, str]:
        """Return the players for the rest of the game: those named by options, else those of the record.

        Raise BadInput if neither names a side's player.
        """
        names: dict[str, Any] = {
            side: self.names.get(side) if name is None else name for side, name in named.items()
        }
        for side, name in names.items():
            if not isinstance(name, str):
                raise BadInput(f"{file} does not say who plays {side}: add --{side.lower()} to --resume")
        return names


def start_words(entry: Mapping[str, Any]) -> list[str]:
    """Return the words of the start position in a record's header. Raise BadInput."""
    if set(entry) != {"position"}:
        raise BadInput(
            f'{quoted(str(entry))} is not a start: expected {{"position": "SIDE ..."}}, as --record writes it'
        )
    try:
        return shlex.split(str(entry["position"]))
    except ValueError as problem:
        raise BadInput(f"{quoted(str(entry))}: {problem}") from None


def replay_record(
    file: Path, record: Record, numbers: Sequence[int], start: P, sides: Sequence[str]
) -> SavedGame[P]:
    """Replay a record into a saved game. `numbers` are the line numbers of its moves.

    `file` is named in errors. Winners have to be among `sides`, or, if these are empty, among the sides that
    have players. Raise BadInput at a damaged line, or if players or outcome are impossible.
    """
    moves, history = list[Any](), [start]
    rest = replay(start, [entry["move"] for entry in record.moves])
    for number in numbers:
        with locating_errors(file, number):
            move, position = next(rest)
        moves.append(move)
        history.append(position)
    saved = SavedGame(record, moves, history)
    _check(file, saved, sides)
    return saved


def _check(file: Path, saved: SavedGame[Any], sides: Sequence[str]) -> None:
    """Raise BadInput if the players or the outcome of a saved game are impossible."""
    if not isinstance(saved.names, dict):
        raise BadInput(f"{file}: players {quoted(str(saved.names))}: expected a name for each side")
    outcome, winners = saved.outcome, sides or tuple(saved.names)
    if outcome and (outcome.winner not in (None, *winners) or type(outcome.margin) is not int):
        winner, margin = quoted(str(outcome.winner)), quoted(str(outcome.margin))
        raise BadInput(
            f"{file}: winner {winner} by {margin}: expected {' or '.join(winners)}, and a whole number"
        )


@contextmanager
def locating_errors(file: Path, number: int) -> Iterator[None]:
    """Turn an error while line `number` is read into a BadInput that names the file and the line.

    Other errors than those of malformed files, BadInput and OSError propagate.
    """
    try:
        yield
    except BadInput as problem:
        raise BadInput(f"{file}: line {number}: {problem}") from None
    except (*MALFORMED_FILE_ERRORS, OSError) as problem:
        reason = quoted(str(problem)) if str(problem) else type(problem).__name__
        raise BadInput(
            f"{file}: line {number} is damaged ({reason}): expected a line as --record writes it"
        ) from None


def read_outcome(outcome: Mapping[str, Any]) -> Outcome:
    """Return an outcome from a record, with control characters in its reason escaped."""
    return Outcome(**dict(outcome) | {"reason": visible(str(outcome["reason"]))})


class Files(NamedTuple):
    """Where a game is written besides the terminal.

    `film` is written after the end, with `frame_ms` milliseconds per frame. With `as_json`, stdout carries
    the record and nothing else. With `autosave`, a human's game on a terminal is saved even if no record was
    asked for. With `force`, an existing record is overwritten.
    """

    record: Path | None = None
    film: Path | None = None
    frame_ms: int = 400
    as_json: bool = False
    autosave: bool = True
    force: bool = False

    def check(self, names: Mapping[str, str | None]) -> None:
        """Raise BadInput if a folder is missing, or if a human would play while stdout carries JSON.

        `names` has the player of each side. Raise OSError if a path is a device, a socket or a named pipe.
        """
        check_folders(self.record, self.film)
        for side, name in names.items():
            if self.as_json and name == "human":
                raise BadInput(
                    f"--json: {side} is 'human', who cannot play: choose another player, "
                    f"e.g. --{side.lower()} engine"
                )

    def check_overwrite(self, games: int = 1) -> None:
        """Raise BadInput if a record of one of the call's `games` games would overwrite a file.

        Films may be overwritten.
        """
        for number in range(1, games + 1):
            check_overwrite("--record", self.for_game(number).record, self.force)

    def for_resume(self, file: Path) -> Files:
        """Return the files for the rest of a saved game, which continues its own record by default.

        Raise BadInput if another record would be overwritten.
        """
        if self.record not in (None, file):
            self.check_overwrite()
        return self._replace(record=self.record or file)

    def for_game(self, number: int) -> Files:
        """Return the files of game `number` of a call: the given names for 1, `name-2.jsonl` for 2.

        Records and films get the number.
        """
        if number == 1:
            return self
        record, film = (path and path.with_stem(f"{path.stem}-{number}") for path in (self.record, self.film))
        return self._replace(record=record, film=film)

    def say(self, text: str, flush: bool = False) -> None:
        """Print a line as it is, unless it is empty or stdout carries JSON."""
        if text and not self.as_json:
            print(text, flush=flush)


class ReplayOptions(NamedTuple):
    """How to replay a saved game: at once, step by step, as JSON, film, still or HTML page.

    `at` is the ply of the still (None: the last), `frame_ms` the milliseconds per frame, and `nodes` the node
    limit per position of the analysis for the page (None: no analysis). With `force`, an existing record is
    overwritten; pictures and pages always are.
    """

    step: bool = False
    as_json: bool = False
    film: Path | None = None
    frame_ms: int = 400
    still: Path | None = None
    at: int | None = None
    page: Path | None = None
    nodes: int | None = None
    force: bool = False

    def still_ply(self, last: int) -> int:
        """Return the ply of the still, by default `last`.

        Raise BadInput if options contradict each other or `at` is too large.
        """
        if self.step and self.as_json:
            raise BadInput("--step --json: give only one of them")
        check_analysis(self.nodes, self.page)
        if self.at is not None and self.still is None:
            raise BadInput(f"--at {self.at} needs --png FILE, e.g. --png position.png --at {self.at}")
        if self.at is not None and not 0 <= self.at <= last:
            raise BadInput(f"--at {self.at}: expected a move from 0, the start, to {last}, the last")
        return last if self.at is None else self.at


def check_analysis(nodes: int | None, page: Path | None) -> None:
    """Raise BadInput if an analysis for a page is asked for without a page."""
    if nodes is not None and page is None:
        raise BadInput(f"--analyse {nodes} needs --html FILE, e.g. --html game.html --analyse {nodes}")
