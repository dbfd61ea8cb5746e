"""A game that was saved, and what becomes of one that is played or shown: files, pictures, lines for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from common.record.record import Record
from common.rules.errors import BadInput
from common.rules.position import Outcome


class Saved(NamedTuple):
    """A game as a record tells it: its moves, every position from the start on, its outcome if it is over."""

    record: Record
    moves: list[Any]
    history: list[Any]
    outcome: Outcome | None

    @property
    def names(self) -> dict[str, Any]:
        """Who played each side; none where the record does not say."""
        return self.record.header.get("players") or {}


class Resumed(NamedTuple):
    """A game to go on with: what was saved of it, who plays on, the seed of all that is random."""

    saved: Saved
    names: dict[str, str]
    seed: int

    @property
    def start(self) -> Any:
        """The position it began with."""
        return self.saved.history[0]


class Files(NamedTuple):
    """Where a game is written besides the terminal, and what it goes on from.

    `as_json`: stdout carries the record and nothing else.
    """

    record: Path | None = None
    film: Path | None = None
    frame_ms: int = 400
    as_json: bool = False
    resumed: Resumed | None = None

    def check(self, names: Mapping[str, str]) -> None:
        """Raises BadInput if a person would have to be asked on a stdout that is not for people."""
        for side, name in names.items():
            if self.as_json and name == "human":
                raise BadInput(f"--json: {side} is 'human', who has to be asked: wanted a program, e.g. --{side.lower()} engine")

    def after(self, file: Path, resumed: Resumed) -> Files:
        """The same for a game that goes on, and into its own file if nothing else is said."""
        return self._replace(record=self.record or file, resumed=resumed)

    def say(self, text: str, flush: bool = False) -> None:
        """A line on stdout, if that is for people."""
        if not self.as_json:
            print(text, flush=flush)


class Shown(NamedTuple):
    """How a saved game is shown: at once or step by step, or only its record; as a film, or position `at` as a still."""

    step: bool = False
    as_json: bool = False
    film: Path | None = None
    frame_ms: int = 400
    still: Path | None = None
    at: int | None = None

    def position(self, last: int) -> int:
        """The ply of the still. Raises BadInput if these wishes contradict each other, or the game."""
        if self.step and self.as_json:
            raise BadInput("--step --json: wanted one of them, for stdout is either for people or for programs")
        if self.at is not None and self.still is None:
            raise BadInput(f"--at {self.at}: wanted --png FILE with it, e.g. --png position.png --at {self.at}")
        if self.at is not None and not 0 <= self.at <= last:
            raise BadInput(f"--at {self.at}: wanted a move from 0, the start, to {last}, the last")
        return last if self.at is None else self.at
