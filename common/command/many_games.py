"""Options that `match` and `tournament` share."""

from typing import Annotated

from typer import Option

from common.search.limit import Limit

Size = Annotated[int, Option(help="board size")]
Seed = Annotated[int, Option(help="random seed for starts and players")]
Jobs = Annotated[int, Option(min=1, max=256, help="parallel processes; use fewer if programs time out")]


def seconds_help(limit: Limit) -> str:
    """Return the help of `--seconds` with the default limit of the game."""
    shown = f"{limit.seconds:g} s" if limit.seconds else "the engine's own limit"
    return f"seconds per move (default: {shown})"
