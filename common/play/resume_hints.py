"""The last lines for a human: the result, the files of the saved games, and commands for them."""

from __future__ import annotations

import sys
from typing import Any

from common.play.game import Game, join_words
from common.play.record import Record
from common.play.rematch import personal_result
from common.play.session import Session
from common.rules.errors import Leave
from common.rules.position import Outcome
from common.show.window import on_terminal, say


class GameRunner:
    """Plays the games of a call one after the other, and remembers their files.

    After each game the human who plays `side` is told the result; None: nobody is.
    """

    def __init__(self, game: Game[Any, Any], side: str | None = None) -> None:
        self._game, self._side, self._records = game, side, list[Record[Any]]()

    def run(self, session: Session[Any]) -> Outcome:
        """Play a game. Raise Leave, with the last lines in its sentence, if a human leaves."""
        if session.has_human and on_terminal():
            self._records.append(session.record)
        try:
            outcome = session.run()
        except Leave as leaving:
            lines = [leaving.sentence, *self._hints()]
            raise Leave(
                "\n".join(["", *filter(None, lines)]) if self._records else leaving.sentence, leaving.status
            ) from None
        if self._side:
            say(personal_result(self._side, outcome, session.record.history))
        return outcome

    def print_hints(self) -> None:
        """Print the files of the saved games, after all games are over."""
        for line in self._hints():
            print(line, file=sys.stderr)

    def _hints(self) -> list[str]:
        problems = [record.problem for record in self._records if record.problem]
        lines = [f"The game cannot be saved: {problem.filename}: {problem.strerror}" for problem in problems]
        paths = [str(record.path) for record in self._records if record.path]
        if not paths:
            return list(lines)
        over = self._records[-1].recorded_outcome
        files = ", ".join(paths)
        lines.append(
            f"The game is saved in {files}. Next:" if over else f"Unfinished game saved in {files}. Next:"
        )
        return [
            *(line for line in lines),
            *next_commands(self._game.command_prefix, join_words(paths[-1:]), bool(over)),
        ]


def next_commands(call: str, file: str, over: bool) -> list[str]:
    """Return commands for a saved game: its page (if `over`) or resume it, replay it, list all games."""
    rest = (
        f"analyse {file} --html game.html" if over else f"play --resume {file}",
        f"replay {file} --step",
        "games",
    )
    return [f"  {call} {each}" for each in rest]
