"""Results of a benchmark: a line of text for people, and facts for programs."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

import typer


class Line(NamedTuple):
    """A line of text and its facts; `--json` prints only the facts, and skips lines without any."""

    text: str
    facts: dict[str, Any]


def line(text: str, **facts: Any) -> Line:
    """Return a line with its facts."""
    return Line(text, facts)


def require_one_of(among: Collection[str]) -> Callable[[Any], Any]:
    """Return an option callback that raises BadParameter for words not in `among`."""

    def check(said: str | list[str] | None) -> str | list[str] | None:
        for word in [said] if isinstance(said, str) else said or []:
            if word not in among:
                raise typer.BadParameter(f"{word!r}: expected one of {', '.join(among)}")
        return said

    return check


def choice_option(among: Collection[str], option: str, text: str) -> Any:
    """Return an option that selects some of several names; it may be repeated."""
    return typer.Option(
        None, option, metavar="NAME", callback=require_one_of(among), help=f"{text}: {', '.join(among)}"
    )
