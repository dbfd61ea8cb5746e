"""How long a player may think."""

from __future__ import annotations

from typing import NamedTuple

from common.errors import BadInput


class Limit(NamedTuple):
    """`seconds` a move are hard; `nodes` count positions looked at; `blind` is the share of moves not seen."""

    seconds: float = 5.0
    nodes: int | None = None
    blind: float = 0.0


def choose_limit(levels: dict[int, Limit], level: int | None, seconds: float | None, nodes: int | None) -> Limit:
    """The limit that options ask for. Raises BadInput if they contradict each other or are out of range."""
    if level is not None:
        if seconds is not None or nodes is not None:
            raise BadInput("--level sets its own limits: give it alone, or --seconds and --nodes without it")
        if level not in levels:
            raise BadInput(f"--level {level}: wanted a level from {min(levels)} to {max(levels)}")
        return levels[level]
    limit = Limit()
    if seconds is not None:
        if not 0 < seconds < 1e6:
            raise BadInput(f"--seconds {seconds:g}: wanted a number of seconds above 0, e.g. --seconds 2")
        limit = limit._replace(seconds=seconds)
    if nodes is not None:
        if nodes < 1:
            raise BadInput(f"--nodes {nodes}: wanted a whole number from 1 on, e.g. --nodes 1000")
        limit = limit._replace(nodes=nodes)
    return limit
