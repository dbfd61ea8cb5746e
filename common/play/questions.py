"""Questions to a person: ask, report bad input, ask again. The same on a pipe and on a terminal.

Only a terminal has defaults for empty answers, shown in brackets, and edits its lines.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, TypeVar

from common.rules.errors import BadInput, Leave, quoted
from common.show.window import can_redraw, on_terminal, say, wrap

Value = TypeVar("Value")


def print_dimmed(text: str) -> None:
    """Print a remark on stderr, dimmed, and only on a terminal.

    It is plain if the terminal cannot redraw, or if NO_COLOR is set (no-color.org).
    """
    if on_terminal():
        text = wrap(text)
        is_plain = os.environ.get("NO_COLOR") or not can_redraw()
        print(text if is_plain else f"\x1b[2m{text}\x1b[0m", file=sys.stderr)


@cache
def line_editor() -> Any:
    """Return Python's readline module, which `input` uses from then on, or None if there is none."""
    try:
        import readline
    except ImportError:
        return None
    readline.parse_and_bind("set enable-bracketed-paste off")
    return readline


def read_line(prompt: str) -> str:
    """Print a prompt and read an answer, without surrounding spaces. Raise Leave at the end of the input."""
    *above, prompt = wrap(prompt).split("\n")
    print("".join(f"{line}\n" for line in above), end="", flush=True)
    try:
        if on_terminal() and line_editor():
            return input(prompt).strip()
    except EOFError:
        raise Leave("The input ended before the game was over.", 1) from None
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise Leave("The input ended before the game was over.", 1)
    return line.strip()


def ask(prompt: str, read: Callable[[str], Value], wanted: str = "", default: str = "") -> Value:
    """Ask until `read` accepts the answer; print the messages of its BadInput.

    On a terminal an empty answer is the default. `help` says what is `wanted`, `quit` leaves. Raise Leave.
    """
    default = default if on_terminal() else ""
    shown = f"{prompt.removesuffix(': ')} [{default}]: " if default else prompt
    while True:
        answer = read_line(shown) or default
        try:
            return read(answer)
        except BadInput as problem:
            if answer and "quit".startswith(answer.lower()):
                raise Leave("", 0) from None
            asks_help = answer == "?" or (answer and "help".startswith(answer.lower()))
            usual = f". An empty answer is {default}" if default else ""
            say(f"Expected: {wanted}{usual}; quit leaves." if asks_help and wanted else str(problem))


def ask_choice(
    prompt: str, choices: Mapping[str, str], default: str = "", named: Mapping[str, str] = {}
) -> str:
    """Ask for one of `choices`, which maps each to its synonyms, separated by spaces. Return it.

    Unique prefixes are accepted, too. The default is the first choice. `named` maps words of the question
    itself, in lower case, to their choices. Raise Leave.
    """

    def read(answer: str) -> str:
        return read_choice(named.get(answer.lower(), answer), choices)

    return ask(prompt, read, " or ".join(choices), default or next(iter(choices)))


def ask_sides(sides: Sequence[str]) -> dict[str, str | None]:
    """Ask which sides a person plays; the engine plays the others. Return the player of each side.

    Raise Leave.
    """
    choices = {side.lower(): f"{side}s player{number} {number}" for number, side in enumerate(sides, 1)}
    choices |= {"both": "", "none": "nobody"}
    answer = ask_choice(f"Which side do you play? ({'/'.join(sides)}/both/none): ", choices, sides[0])
    return {side: "human" if answer in (side.lower(), "both") else "engine" for side in sides}


def ask_number(prompt: str, least: int, most: int, default: int) -> int:
    """Ask for a whole number from `least` to `most`. Raise Leave."""
    read = partial(read_number, least=least, most=most, default=default)
    return ask(prompt, read, f"a whole number from {least} to {most}", str(default))


def read_choice(answer: str, choices: Mapping[str, str]) -> str:
    """Return the choice with this word, synonym or unique prefix. Raise BadInput if there is none."""
    word = answer.lower().replace(" ", "-")
    words_of = {choice: [choice, *words.lower().split()] for choice, words in choices.items()}
    exact = [choice for choice, words in words_of.items() if word in words]
    begun = [
        choice for choice, words in words_of.items() if word and any(each.startswith(word) for each in words)
    ]
    for found in (exact, begun):
        if len(found) == 1:
            return found[0]
    raise BadInput(f"{quoted(answer)}: expected {' or '.join(choices)}, e.g. {next(iter(choices))}")


def read_number(answer: str, least: int, most: int, default: int) -> int:
    """Parse a whole number from `least` to `most`. Raise BadInput, with `default` as the example."""
    if not re.fullmatch(r"[0-9]{1,9}", answer) or not least <= int(answer) <= most:
        raise BadInput(f"{quoted(answer)}: expected a whole number from {least} to {most}, e.g. {default}")
    return int(answer)
