"""Questions to a human: ask, report bad input, ask again. Set-up questions have defaults."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from common.play.line_input import read_line
from common.rules.errors import BadInput, Leave, quoted
from common.show.window import can_redraw, on_terminal, say, wrap

Value = TypeVar("Value")


def print_dimmed(text: str) -> None:
    """Print a remark on stderr, dimmed, and only on a terminal.

    It is plain if the terminal cannot redraw, or if NO_COLOR is set (no-color.org).
    """
    if on_terminal():
        text = wrap(text)
        print(
            text if os.environ.get("NO_COLOR") or not can_redraw() else f"\x1b[2m{text}\x1b[0m",
            file=sys.stderr,
        )


class Reply(NamedTuple):
    """A text to print before the same question is asked again."""

    text: str


def ask(prompt: str, read: Callable[[str], Value | Reply]) -> Value:
    """Ask until `read` accepts the answer. Print replies and the messages of BadInput.

    `read` gets the answer without surrounding spaces, and refuses it by a Reply or BadInput. Raise Leave at
    the end of the input.
    """
    while True:
        try:
            answer = read_line(wrap(prompt))
        except EOFError:
            raise Leave("The input ended before the game was over.", 1) from None
        try:
            found = read(answer.strip())
        except BadInput as problem:
            found = Reply(str(problem))
        if not isinstance(found, Reply):
            return found
        say(found.text)


class _Rules:
    """The rules of the game that this process plays, for everybody who asks before it starts."""

    text = ""


def set_rules(text: str) -> None:
    """Set the answer to `rules` at the questions before a game."""
    _Rules.text = text


def ask_setup(prompt: str, read: Callable[[str], Value], default: str, wanted: str) -> Value:
    """Ask before a game. On a terminal, an empty answer means the default, which is shown in brackets.

    There `help` or `?` explains what is `wanted`, `rules` prints the rules and `quit` leaves. Answers that
    `read` refuses may be prefixes of these words. An empty `default` is none. On a pipe, all answers go to
    `read`. Raise Leave.
    """
    if not on_terminal():
        return ask(prompt, read)
    commands = ("help", "quit", "rules") if _Rules.text else ("help", "quit")

    def reply(answer: str) -> Value | Reply:
        word = answer.lower()
        if answer == "?" or not (answer or default):
            word = "help"
        if word not in commands:
            try:
                return read(answer or default)
            except BadInput:
                meanings = [command for command in commands if command.startswith(answer.lower())]
                if len(meanings) != 1:
                    raise
                word = meanings[0]
        if word == "quit":
            raise Leave("", 0)
        return Reply(_Rules.text if word == "rules" else _setup_help(wanted, default))

    return ask(f"{prompt.removesuffix(': ')} [{default}]: " if default else prompt, reply)


def _setup_help(wanted: str, default: str) -> str:
    """Return the answer to `help` before a game."""
    empty = f"Expected: {wanted}. An empty answer is {default}; quit leaves."
    text = empty if default else f"Expected: {wanted}; quit leaves."
    return f"{text} rules prints the rules of the game." if _Rules.text else text


def ask_choice(
    prompt: str, choices: Mapping[str, str], default: str | None = None, named: Mapping[str, str] = {}
) -> str:
    """Ask for one of `choices`, which maps each to its synonyms, separated by spaces. Return it.

    On a terminal, synonyms and unique prefixes are accepted, too, and an empty answer means `default`, by
    default the first choice. `named` maps words of the question itself, in lower case, to their choices: they
    are accepted on a pipe, too. Raise Leave.
    """
    match = match_choice if on_terminal() else read_choice

    def read(answer: str) -> str:
        return match(named.get(answer.lower(), answer), choices)

    return ask_setup(prompt, read, default or next(iter(choices)), " or ".join(choices))


def ask_sides(sides: Sequence[str]) -> dict[str, str]:
    """Ask which sides a human plays; the engine plays the others. Return the player of each side.

    Raise Leave.
    """
    choices = {side.lower(): f"{side}s player{number} {number}" for number, side in enumerate(sides, 1)}
    choices |= {"both": "", "none": "nobody"}
    answer = ask_choice(
        f"Which side do you play? ({'/'.join(sides)}/both/none): ",
        choices,
        sides[0],
    )
    return {side: "human" if answer in (side.lower(), "both") else "engine" for side in sides}


def ask_number(prompt: str, least: int, most: int, default: int) -> int:
    """Ask for a whole number from `least` to `most`.

    On a terminal, an empty answer means `default`. Raise Leave.
    """
    read = partial(read_number, least=least, most=most, default=default)
    return ask_setup(prompt, read, str(default), f"a whole number from {least} to {most}")


def match_choice(answer: str, choices: Mapping[str, str]) -> str:
    """Return the choice with this word or unique prefix. Raise BadInput if there is none."""
    word = answer.lower().replace(" ", "-")
    words_of = {choice: [choice, *words.split()] for choice, words in choices.items()}
    exact = [choice for choice, words in words_of.items() if word in map(str.lower, words)]
    by_prefix = [
        choice for choice, words in words_of.items() if any(each.lower().startswith(word) for each in words)
    ]
    return next((found[0] for found in (exact, by_prefix) if len(found) == 1), None) or read_choice(
        answer, choices
    )


def read_choice(answer: str, choices: Iterable[str]) -> str:
    """Parse one of some lower-case words, in any case, and return it. Raise BadInput."""
    words = list(choices)
    if answer.lower() not in words:
        raise BadInput(f"{quoted(answer)}: expected {' or '.join(words)}, e.g. {words[0]}")
    return answer.lower()


def read_number(answer: str, least: int, most: int, default: int) -> int:
    """Parse a whole number from `least` to `most`. Raise BadInput, with `default` as the example."""
    if not re.fullmatch(r"[0-9]{1,9}", answer) or not least <= int(answer) <= most:
        raise BadInput(f"{quoted(answer)}: expected a whole number from {least} to {most}, e.g. {default}")
    return int(answer)
