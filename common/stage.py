"""A game on stage: played with people, programs and engines, written down, shown again, drawn.

What a game has to tell of itself is given once; playing, replaying and drawing are the same for all.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Generic

from common.errors import BadInput
from common.files import write_whole
from common.record import Record, Writer, header, load
from common.rules import Outcome, P, replay
from common.session import Session
from common.talk import WORDS, dim, on_terminal

HOLD = 2000  # milliseconds the last frame of an animation stays


class Stage(Generic[P]):
    """How one game is shown: its name, board, a line for a move, last lines, a start as JSON, frames of a film."""

    def __init__(
        self,
        game: str,
        board: Callable[..., None],
        sentence: Callable[[P, Any, bool], str],
        result: Callable[[Outcome], str],
        entry: Callable[[P], dict[str, Any]],
        read_entry: Callable[[dict[str, Any]], P],
        frames: Callable[[list[P], Outcome | None], list[Any]],
        boards: bool = False,
        remark: Callable[[P, P], str] = lambda before, after: "",
    ) -> None:
        """`sentence` is told the position, the move and whether a person makes it; `boards` are shown to pipes too.

        `remark` is a line below the board, or nothing, about what came of a move: the positions before and after it.
        """
        self._boards, self._remark = boards, remark
        self._game, self._board, self._sentence, self._result = game, board, sentence, result
        self._entry, self._read_entry, self._frames = entry, read_entry, frames

    def play(
        self,
        start: P,
        names: dict[str, str],
        players: Mapping[str, Callable[[P], Any]],
        record: Path | None = None,
        gif: Path | None = None,
        frame_ms: int = 400,
        **known: Any,
    ) -> Outcome:
        """Play a game, print its moves and result, draw it."""
        people = "human" in names.values()

        def show(before: P, move: Any, after: P) -> None:
            print(self._sentence(before, move, names[before.turn] == "human"), flush=people)
            if people or self._boards:
                self._board(after, move)
            if said := self._remark(before, after):
                print(said, flush=people)

        writer = Writer(Record(header(self._game, self._entry(start), names, **known)), record)
        session = Session(start, players, show, writer, Path(f"{self._game}-unfinished.jsonl"))
        if people and on_terminal():
            dim(f"At any move: {WORDS}")
        if self._boards or (people and on_terminal()):
            self._board(start)
        outcome = session.run()
        print(self._result(outcome), flush=True)
        if session.last_words:
            print(session.last_words, file=sys.stderr)
        if gif:
            self.save_gif(session.history, outcome, gif, frame_ms)
        return outcome

    def replay(self, file: Path, gif: Path | None, milliseconds: int) -> int:
        """Print a saved game again, and draw it. Raises BadInput or OSError."""
        saved, history, outcome = self.history(file)
        for (before, after), entry in zip(pairwise(history), saved.moves, strict=True):
            human = saved.header.get("players", {}).get(before.turn) == "human"
            print(self._sentence(before, before.read_move(entry["move"]), human))
            if said := self._remark(before, after):
                print(said)
        print(self._result(outcome) if outcome else "Not finished")
        if gif:
            self.save_gif(history, outcome, gif, milliseconds)
        return 0

    def history(self, file: Path) -> tuple[Record, list[P], Outcome | None]:
        """A saved game, its positions, the start first, and how it ended if it did. Raises BadInput or OSError."""
        saved = load(file, self._game)
        start = self._read_entry(saved.header["start"])
        history = [start, *(position for _, position in replay(start, (entry["move"] for entry in saved.moves)))]
        if saved.outcome is None:
            return saved, history, history[-1].outcome()
        stated, sides = Outcome(**saved.outcome), saved.header.get("players") or {}
        if stated.winner not in (None, *sides) or type(stated.margin) is not int:
            raise BadInput(
                f"{file}: winner {stated.winner!r} by {stated.margin!r}: wanted {' or '.join(sides)}, and a whole number"
            )
        return saved, history, stated

    def save_gif(self, history: list[P], outcome: Outcome | None, path: Path, milliseconds: int) -> None:
        """One frame for the start and one for each move, the last one held. Raises OSError."""
        from common.gif import animation

        write_whole(path, animation(self._frames(history, outcome), milliseconds, HOLD))
