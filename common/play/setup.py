"""The command line before a game: words of a position, options of the game, names of the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

Names = Mapping[str, "str | None"]  # the player of each side; None if options do not choose one


class OptionInfo(NamedTuple):
    """An option of a game on the command line: its help, and its name and range where special.

    `affects_start` is False if the option does not change the start position. `only_verb` names the single
    verb that has it.
    """

    help: str
    name: str | None = None
    affects_start: bool = True
    only_verb: str | None = None
    least: int | None = None
    most: int | None = None


class Help(NamedTuple):
    """The help of a verb, and options for an example call (None: no example)."""

    text: str
    example: str | None = None


class AnySetup(Protocol):
    """The options of a start: the words of a position, and whatever the game adds."""

    @property
    def words(self) -> Sequence[str]:
        """The words of the position; empty if none is given."""


class Setup(NamedTuple):
    """The set-up of a game without options of its own."""

    words: Sequence[str] = ()


if TYPE_CHECKING:
    # PEP 696: a small game may omit its set-up type.
    from typing_extensions import (
        TypeVar as TypeVarWithDefault,
    )

    S = TypeVarWithDefault("S", bound=AnySetup, default=Setup)
else:
    S = TypeVar("S", bound=AnySetup)


def join_words(words: Sequence[str]) -> str:
    """Join words into a command line, with quotes around empty words and those the shell would change."""
    return " ".join(f'"{word}"' if set(word) & set(" []()*<>|&;") or not word else word for word in words)
