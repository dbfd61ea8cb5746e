"""Options that match and tournament share."""

from __future__ import annotations

from common.command.many_games import seconds_help
from common.search.limit import Limit


def test_help_of_seconds_names_the_default() -> None:
    assert seconds_help(Limit(seconds=1.5)) == "seconds per move (default: 1.5 s)"
    assert seconds_help(Limit(nodes=9)) == "seconds per move (default: the engine's own limit)"
