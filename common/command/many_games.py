"""Options that `match` and `tournament` share."""

from typing import Annotated

from typer import Option

from common.messages import _
from common.search.limit import Limit

Size = Annotated[int, Option(help=_("board size"))]
Seed = Annotated[int, Option(help=_("random seed for starts and players"))]
Jobs = Annotated[int, Option(min=1, help=_("parallel processes; use fewer if programs time out"))]


def seconds_help(limit: Limit) -> str:
    """Return the help of `--seconds` with the default limit of the game."""
    shown = _("{seconds:g} s", seconds=limit.seconds) if limit.seconds else _("the engine's own limit")
    return _("seconds per move (default: {limit})", limit=shown)
