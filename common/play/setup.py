"""What the command line says before a game: the words of a position, options of the game's own, the names of the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

Names = Mapping[str, "str | None"]  # of the players of the sides; None where nobody is named


class Told(NamedTuple):
    """How the command line tells an option of a game's own: its help; its name and least value, if they are special.

    `start` is False for what says nothing of where the game starts; `only` names the one verb that has it.
    """

    help: str
    name: str | None = None
    start: bool = True
    only: str | None = None
    least: int | None = None
    most: int | None = None


class Help(NamedTuple):
    """The help of a verb, and options that show what it can do; or a text alone."""

    text: str
    example: str | None = None


class AnySetup(Protocol):
    """What the command line says of a start: the words of a position, and whatever the game adds."""

    @property
    def words(self) -> Sequence[str]:
        """None of them where no position is given."""


class Setup(NamedTuple):
    """The set-up of a game that adds nothing."""

    words: Sequence[str] = ()


if TYPE_CHECKING:
    from typing_extensions import (
        TypeVar as TypeVarWithDefault,
    )  # PEP 696: a small game need not name its set-up

    S = TypeVarWithDefault("S", bound=AnySetup, default=Setup)
else:
    S = TypeVar("S", bound=AnySetup)


def line_of_words(words: Sequence[str]) -> str:
    """Words as one types them: those with blanks, or none, in quotes."""
    return " ".join(f'"{word}"' if set(word) & set(" []()*<>|&;") or not word else word for word in words)
