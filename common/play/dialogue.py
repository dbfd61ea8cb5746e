"""The dialogue with a person: ask, say what is wrong, ask again; and the words understood at every move."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from common.rules.errors import BadInput, Leave, quoted
from common.rules.position import Position
from common.show.language import say, translated

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


def ask(prompt: str, read: Callable[[str], Value]) -> Value:
    """Ask until `read` accepts the answer; what BadInput it raises is said. Raises Leave at the end of input."""
    while True:
        print(translated(prompt), end="", flush=True)
        answer = sys.stdin.readline() if sys.stdin else ""
        if not answer:
            raise Leave("The input ended before the game was over.", 1)
        try:
            return read(answer.strip())
        except BadInput as problem:
            say(str(problem))


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


def not_legal(position: Position, move: Any) -> str:
    """Said of a move where a game knows no better."""
    return f"{position.text(move)} is not possible"


class Person:
    """A player who is asked; `read` raises BadInput, `refusal` says why a move that can be read is not legal."""

    def __init__(
        self,
        prompt: Callable[[Any], str],
        read: Callable[[Any, str], Any],
        hint: Callable[[Any], Any],
        board: Callable[[Any], None],
        help_lines: str,
        refusal: Callable[[Any, Any], str] = not_legal,
    ) -> None:
        self._prompt, self._read_move, self._refusal = prompt, read, refusal
        self._hint, self.show_board, self._help = hint, board, help_lines

    def __call__(self, position: Position) -> Any:
        """A legal move. Raises Leave, TakeBack or Save where the person asks for that."""
        return ask(self._prompt(position), lambda answer: self._read(position, answer))

    def _read(self, position: Position, answer: str) -> Any:
        self.obey(position, answer)
        move = self._read_move(position, answer)
        if move not in position.moves():
            raise BadInput(self._refusal(position, move))
        return move

    def obey(self, position: Position, answer: str) -> None:
        """Do what one of WORDS asks for. Raises Leave, TakeBack, Save, or BadInput with what there is to say."""
        word, _, rest = answer.partition(" ")
        if word.lower() in WORDS.replace("[FILE]", "").split():
            self._command(position, word.lower(), rest.strip())

    def _command(self, position: Position, word: str, rest: str) -> None:
        if word == "quit":
            raise Leave("", 0)
        if word == "undo":
            raise TakeBack
        if word == "save":
            raise Save(Path(rest) if rest else None)
        if word == "board":
            self.show_board(position)
            raise BadInput(f"{position.turn} to move.".capitalize())
        answers = {
            "help": lambda: f"{self._help} Also: {WORDS}.",
            "hint": lambda: f"Hint: {position.text(self._hint(position))}",
            "moves": lambda: "Moves: " + ", ".join(position.text(move) for move in position.moves()),
        }
        raise BadInput(answers[word]())
