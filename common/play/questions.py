"""Questions to a person: ask, say what is wrong, ask again. On a terminal set-up questions have defaults, `help` and `quit`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from common.messages import _, either, joined
from common.play.line_input import read_line
from common.rules.errors import BadInput, Leave, quoted
from common.show.language import meant, say, translated, without_accents
from common.show.window import can_redraw, on_terminal, wrapped

Value = TypeVar("Value")


def dim(text: str) -> None:
    """A remark that only a person needs, on stderr, on a terminal; plain where that is, or NO_COLOR is set (no-color.org)."""
    if on_terminal():
        text = wrapped(translated(text))
        print(
            text if os.environ.get("NO_COLOR") or not can_redraw() else f"\x1b[2m{text}\x1b[0m",
            file=sys.stderr,
        )


class Reply(NamedTuple):
    """What is said to an answer that asked for something else; then the question comes again."""

    text: str


def ask(prompt: str, read: Callable[[str], Value | Reply], keys: Mapping[str, str] = {}) -> Value:
    """Ask until `read` accepts the answer; replies, and what BadInput it raises, are said. Raises Leave at the end of input."""
    while True:
        try:
            answer = read_line(wrapped(translated(prompt)), keys)
        except EOFError:
            raise Leave(_("The input ended before the game was over."), 1) from None
        try:
            found = read(answer.strip())
        except BadInput as problem:
            found = Reply(str(problem))
        if not isinstance(found, Reply):
            return found
        say(found.text)


def ask_setup(prompt: str, read: Callable[[str], Value], usual: str, wanted: str) -> Value:
    """Ask before a game. On a terminal an empty answer is the usual one, if any, shown in brackets; `help` says what is `wanted`.

    Raises Leave.
    """
    if not on_terminal():
        return ask(prompt, read)

    def reply(answer: str) -> Value | Reply:
        word = meant(answer.lower(), ("help", "quit"))
        if word == "quit":
            raise Leave("", 0)
        if word == "help":
            empty = _(
                "Expected: {wanted}. An empty answer is {usual}; quit leaves.",
                wanted=wanted,
                usual=_(usual),
            )
            return Reply(empty if usual else _("Expected: {wanted}; quit leaves.", wanted=wanted))
        return read(answer or usual)

    return ask(
        f"{translated(prompt).removesuffix(': ')} [{translated(_(usual))}]: " if usual else prompt, reply
    )


def choose(prompt: str, choices: Mapping[str, str], usual: str | None = None) -> str:
    """Ask for one of the choices; on a terminal other words for each of them, and unambiguous beginnings, are understood."""
    read = partial(_understood, choices=choices) if on_terminal() else partial(read_choice, choices=choices)
    return ask_setup(prompt, read, usual or next(iter(choices)), either(choices))


def choose_sides(sides: Sequence[str]) -> dict[str, str]:
    """Ask which sides a person plays; engines play the others."""
    choices = {side.lower(): f"{side}s player{number} {number}" for number, side in enumerate(sides, 1)}
    choices |= {_("both"): "", _("none"): "nobody"}
    answer = choose(
        _("Which side do you play? ({sides}/both/none): ", sides=joined("/", map(_, sides))),
        choices,
        sides[0],
    )
    return {side: "human" if answer in (side.lower(), "both") else "engine" for side in sides}


def choose_number(prompt: str, least: int, most: int, usual: int) -> int:
    """Ask for a whole number."""
    read = partial(read_number, least=least, most=most, usual=usual)
    return ask_setup(
        prompt, read, str(usual), _("a whole number from {least} to {most}", least=least, most=most)
    )


def _understood(answer: str, choices: Mapping[str, str]) -> str:
    """The choice that is meant by one of its words, or by a beginning of no other choice's. Raises BadInput."""
    word = answer.lower().replace(" ", "-")
    told = {choice: [choice, *words.split(), *_shown(choice)] for choice, words in choices.items()}
    exact = [choice for choice, words in told.items() if word in map(str.lower, words)]
    begun = [choice for choice, words in told.items() if any(each.lower().startswith(word) for each in words)]
    return next((found[0] for found in (exact, begun) if len(found) == 1), None) or read_choice(
        answer, choices
    )


def _shown(choice: str) -> list[str]:
    """The words that stand for a choice in the language of people, with their accents and without."""
    word = translated(_(choice))
    return [word, without_accents(word)]


def read_choice(answer: str, choices: Iterable[str]) -> str:
    """One of some words. Raises BadInput."""
    words = list(choices)
    if answer.lower() not in words:
        raise BadInput(
            _(
                "{answer}: expected {words}, e.g. {example}",
                answer=quoted(answer),
                words=either(words),
                example=_(words[0]),
            )
        )
    return answer.lower()


def read_number(answer: str, least: int, most: int, usual: int) -> int:
    """A number. Raises BadInput."""
    if not re.fullmatch(r"[0-9]{1,9}", answer) or not least <= int(answer) <= most:
        raise BadInput(
            _(
                "{answer}: expected a whole number from {least} to {most}, e.g. {example}",
                answer=quoted(answer),
                least=least,
                most=most,
                example=usual,
            )
        )
    return int(answer)
