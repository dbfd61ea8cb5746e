"""A person at the table: asked for each move; may also type a command, whose docstring is its help."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from common.play.game import Game
from common.play.players import PlayerSettings
from common.play.questions import read_line
from common.rules.errors import BadInput, Leave, quoted
from common.rules.player import ForfeitError, Request
from common.search.limit import Level
from common.show.window import fill, say

Value = TypeVar("Value")
HINT_MOVES = 4  # moves of the line in a hint
MOST_MEANINGS = 6  # meanings of an ambiguous answer that are listed


class Undo(Request):
    """A person takes back the last own move."""


class Save(Request):
    """A person saves the game so far. `path` None means its own file."""

    def __init__(self, path: Path | None) -> None:
        self.path = path


class Person:
    """A person, who is asked for each move and may type a command instead, or its first letters.

    `history`, set by the table, is the game so far. Where a move is one word, an answer may hold several.
    """

    history: Sequence[Any] = ()

    def __init__(self, game: Game[Any], settings: PlayerSettings) -> None:
        self.game, self._settings = game, settings
        self._later: list[str] = []

    def __call__(self, position: Any) -> Any:
        """Return a legal move. Raise Undo, Save, Leave or ForfeitError, as the commands require."""
        if self._later:
            word = self._later.pop(0)
            try:
                return self.game.legal_move(position, word)
            except BadInput as problem:
                say(str(problem))
                self.drop_later(f"{word} failed")
        return self.game.ask_move(position, self._ask)

    def drop_later(self, reason: str) -> None:
        """Forget the moves typed ahead, and say so. `reason` completes `Ignored, because ...`."""
        if self._later:
            say(f"Ignored, because {reason}: {' '.join(self._later)}")
        self._later = []

    def _ask(self, prompt: str, read: Callable[[str], Value]) -> Value:
        """Ask until `read` accepts the answer. A refused answer may be a command or the start of one."""
        while True:
            answer = read_line(prompt)
            try:
                return read(answer)
            except BadInput as problem:
                try:
                    first, *later = self._moves(answer)
                    value = read(first)
                    self._later = later
                    return value
                except BadInput as other:
                    say(self._obey(answer) or str(other) or str(problem))

    def _moves(self, answer: str) -> list[str]:
        """Return the moves of an answer with several, or the one move that it begins.

        Raise BadInput, with the reason if a later word is no move.
        """
        position, words = self.history[-1], answer.split()
        if not words or any(word.isdecimal() for word in words) or self._commands(answer):
            raise BadInput
        texts = list(map(position.text, position.moves()))
        begun = [text for text in texts if text.lower().startswith(answer.lower())]
        if len(begun) == 1:
            return begun
        if len(words) == 1:
            raise BadInput
        try:
            position.read_move(words[0])
        except BadInput:
            raise BadInput from None
        for word in words[1:]:
            position.read_move(word)
        return words

    def _commands(self, word: str) -> list[Callable[..., str]]:
        """Return the commands that begin with a word; `resign` is never shortened."""
        names = {run.__name__: run for run in COMMANDS}
        if word in names:
            return [names[word]]
        return (
            [run for name, run in names.items() if name.startswith(word) and name != "resign"] if word else []
        )

    def _obey(self, answer: str) -> str:
        """Return the reply to a command; empty if the answer is none."""
        word, *rest = answer.split(None, 1) or [""]
        found = self._commands("help" if word == "?" else word.lower())
        if 1 < len(found) <= MOST_MEANINGS:
            return f"{quoted(word)} may mean {' or '.join(run.__name__ for run in found)}: type more of it"
        if len(found) != 1 or len(rest) >= len(inspect.signature(found[0]).parameters):
            return ""
        return str(getattr(self, found[0].__name__)(*rest))

    def hint(self) -> str:
        """Show the best move, its score and a line."""
        position = self.history[-1]
        with suppress(BadInput):
            found = self.game.insight(position, advice_settings(self.game, self._settings))
            if found.line:
                line = ", ".join(found.line[:HINT_MOVES])
                return f"Hint: {found.line[0]}: {found.score.text}. Line: {line}"
        return f"Hint: {position.text(self.game.thinker(self._settings)(position))}"

    def undo(self) -> str:
        """Take back your last move."""
        raise Undo

    def moves(self) -> str:
        """List the legal moves."""
        position = self.history[-1]
        return f"Moves: {', '.join(map(position.text, position.moves()))}"

    def board(self) -> str:
        """Show the board again."""
        position = self.history[-1]
        self.game.look.show(position, self.history[:-1])
        return f"{position.turn.capitalize()} to move."

    def save(self, file: str = "") -> str:
        """Save the game: save FILE."""
        raise Save(Path(file) if file else None)

    def resign(self) -> str:
        """Give the game up."""
        raise ForfeitError("resigns", kind="resigns")

    def rules(self) -> str:
        """Read the rules."""
        return fill(self.game.rules.full or self.game.about)

    def help(self) -> str:
        """Show this list."""
        intro = self.game.rules.introduction
        commands = [f"  {run.__name__:7} {run.__doc__}" for run in COMMANDS]
        return "\n".join(filter(None, (intro, self.game.explain(self.history[-1]), *commands)))

    def quit(self) -> str:
        """Leave the game."""
        raise Leave("", 0)


COMMANDS: tuple[Callable[..., str], ...] = (
    *(Person.hint, Person.undo, Person.moves, Person.board, Person.save),
    *(Person.resign, Person.rules, Person.help, Person.quit),
)
WORDS = "undo hint moves board save [FILE] resign rules help quit"


def advice_settings(game: Game[Any], settings: PlayerSettings, part: float = 1) -> PlayerSettings:
    """Return the settings of an analysis for a person, within `part` of the time limit.

    The limit is that of the settings, or of an analysis if the person plays against a level.
    """
    limit = settings.limit
    if settings.level in game.levels.values():
        limit = game.analysis_limit
    limit = limit._replace(seconds=limit.seconds and limit.seconds * part)
    return settings._replace(level=Level(limit))
