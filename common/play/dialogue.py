"""The dialogue with a person: ask, say what is wrong, ask again; and the words understood at every move."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from common.rules.errors import BadInput, Leave, quoted
from common.rules.position import P, Player
from common.show.language import say, translated

if TYPE_CHECKING:
    from common.play.game import Game

Value = TypeVar("Value")
WORDS = "undo hint moves board save [FILE] help quit"


class TakeBack(Exception):
    """The person wants to be asked for the last own move again."""


class Save(Exception):
    """The person wants the game so far in a file (None: the usual one)."""

    def __init__(self, path: Path | None) -> None:
        self.path = path


def on_terminal() -> bool:
    """True if a person sits at both ends, not a pipe or a file."""
    return bool(sys.stdin) and sys.stdin.isatty() and sys.stdout.isatty()


def dim(text: str) -> None:
    """A remark that only a person needs, on stderr, on a terminal only; plain where NO_COLOR is set (no-color.org)."""
    if on_terminal():
        text = translated(text)
        print(text if os.environ.get("NO_COLOR") else f"\x1b[2m{text}\x1b[0m", file=sys.stderr)


class Reply(NamedTuple):
    """What is said to an answer that asked for something else; then the question comes again."""

    text: str


def ask(prompt: str, read: Callable[[str], Value | Reply]) -> Value:
    """Ask until `read` accepts the answer; replies, and what BadInput it raises, are said. Raises Leave at the end of input."""
    while True:
        print(translated(prompt), end="", flush=True)
        answer = sys.stdin.readline() if sys.stdin else ""
        if not answer:
            raise Leave("The input ended before the game was over.", 1)
        try:
            found = read(answer.strip())
        except BadInput as problem:
            found = Reply(str(problem))
        if not isinstance(found, Reply):
            return found
        say(found.text)


def read_choice(answer: str, choices: Sequence[str]) -> str:
    """One of the words; an empty answer on a terminal is the first. Raises BadInput."""
    if not answer and on_terminal():
        return choices[0]
    if answer.lower() not in set(choices):
        raise BadInput(f"{quoted(answer)}: wanted {' or '.join(choices)}, e.g. {choices[0]}")
    return answer.lower()


def read_number(answer: str, least: int, most: int, usual: int) -> int:
    """A number; an empty answer on a terminal is the usual one. Raises BadInput."""
    if not answer and on_terminal():
        return usual
    if not re.fullmatch(r"[0-9]{1,9}", answer) or not least <= int(answer) <= most:
        raise BadInput(f"{quoted(answer)}: wanted a whole number from {least} to {most}, e.g. {usual}")
    return int(answer)


class Person(Generic[P]):
    """A player who is asked for every move of a game, and may ask an adviser for hints."""

    def __init__(self, game: Game[P, Any], adviser: Player[P]) -> None:
        self.game, self._adviser = game, adviser

    def __call__(self, position: P) -> Any:
        """A legal move. Raises Leave, TakeBack or Save where the person asks for that."""
        return self.asked(position, self.game.prompt(position), lambda answer: self._read(position, answer))

    def asked(self, position: P, prompt: str, read: Callable[[str], Value]) -> Value:
        """An answer to a question about a position that is none of WORDS. Raises what these words ask for."""
        return ask(prompt, lambda answer: self.reply(position, answer) or read(answer))

    def _read(self, position: P, answer: str) -> Any:
        return self.legal(position, self.game.read_answer(position, answer))

    def legal(self, position: P, move: Any) -> Any:
        """A move. Raises BadInput if it is not legal."""
        if move not in position.moves():
            raise BadInput(self.game.refusal(position, move))
        return move

    def reply(self, position: P, answer: str) -> Reply | None:
        """What there is to say to one of WORDS; None to every other answer. Raises Leave, TakeBack, Save."""
        word, _, rest = answer.partition(" ")
        word = word.lower()
        if word == "quit":
            raise Leave("", 0)
        if word == "undo":
            raise TakeBack
        if word == "save":
            raise Save(Path(rest.strip()) if rest.strip() else None)
        if word == "board":
            self.game.show(position)
        said = {
            "board": lambda: f"{position.turn} to move.".capitalize(),
            "help": lambda: f"{self.game.explain(position)} Also: {WORDS}.",
            "hint": lambda: f"Hint: {position.text(self._adviser(position))}",
            "moves": lambda: "Moves: " + ", ".join(position.text(move) for move in position.moves()),
        }.get(word)
        return Reply(said()) if said else None
