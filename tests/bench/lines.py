"""What a benchmark hands back, one after the other: a line for people, and the same as facts for programs."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

import typer


class Line(NamedTuple):
    """A line of text, and the facts in it, of which `--json` prints those alone; a line without facts is for people only."""

    text: str
    facts: dict[str, Any]


def line(text: str, **facts: Any) -> Line:
    """A line."""
    return Line(text, facts)


def one_of(among: Collection[str]) -> Callable[[Any], Any]:
    """What refuses words that are none of some."""

    def check(said: str | list[str] | None) -> str | list[str] | None:
        for word in [said] if isinstance(said, str) else said or []:
            if word not in among:
                raise typer.BadParameter(f"{word!r}: wanted one of {', '.join(among)}")
        return said

    return check


def choice(among: Collection[str], option: str, text: str) -> Any:
    """An option that chooses some of several; it may be repeated."""
    return typer.Option(
        None, option, metavar="NAME", callback=one_of(among), help=f"{text}: {', '.join(among)}"
    )
