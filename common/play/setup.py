"""The words and options of a call: how an option of a game is declared, how words are joined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class OptionInfo(NamedTuple):
    """An option of a game on the command line: its help, and its name and range where special.

    `only_verb` names the single verb that has it.
    """

    help: str
    name: str | None = None
    only_verb: str | None = None
    least: int | None = None
    most: int | None = None


def join_words(words: Sequence[str]) -> str:
    """Join words into a command line, with quotes around empty words and those the shell would change."""
    return " ".join(f'"{word}"' if set(word) & set(" []()*<>|&;") or not word else word for word in words)
