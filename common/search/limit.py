"""How long a player may think."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from common.messages import _
from common.rules.errors import BadInput

USUAL_SECONDS = 5.0  # for a move of another program where the limit has none


class Limit(NamedTuple):
    """Whichever comes first: `seconds` a move, which are hard; `nodes`, positions looked at; `depth` in plies."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    @property
    def patience(self) -> float:
        """The seconds that a player in a process of its own may take for a move."""
        return self.seconds or USUAL_SECONDS

    def known(self) -> dict[str, float]:
        """The limits that are set, by name, for records."""
        return {name: value for name, value in self._asdict().items() if value}


class Level(NamedTuple):
    """A strength: what a move may take, and the share of moves that the player does not see."""

    limit: Limit = Limit()
    blind: float = 0.0

    def known(self) -> dict[str, float]:
        """What is limited, for records."""
        return self.limit.known() | ({"blind": self.blind} if self.blind else {})


def level_of(name: str, levels: Mapping[int, Level]) -> Level | None:
    """What `level-3` and so on may use; None for every other name. Raises BadInput for a level that there is not."""
    found = re.fullmatch(r"level-([0-9]+)", name)
    if found is None:
        return None
    if int(found[1]) not in levels:
        raise BadInput(
            _(
                "{name}: expected level-{least} to level-{most}",
                name=name,
                least=min(levels),
                most=max(levels),
            )
        )
    return levels[int(found[1])]


def choose_limit(
    given: Limit, usual: Limit, level: int | None = None, levels: Mapping[int, Level] = {}
) -> Level:
    """What options ask for, a level or limits, else the usual one. Raises BadInput if they contradict each other."""
    seconds, nodes, depth = given
    if level is not None:
        if given != Limit():
            raise BadInput(
                _("--level sets its own limits: give it alone, or --seconds, --nodes and --depth without it")
            )
        if level not in levels:
            raise BadInput(
                _(
                    "--level {level}: expected a level from {least} to {most}",
                    level=level,
                    least=min(levels),
                    most=max(levels),
                )
            )
        return levels[level]
    if seconds is not None and not 0 < seconds < 1e6:
        raise BadInput(
            _(
                "--seconds {seconds:g}: expected a number of seconds above 0, e.g. --seconds 2",
                seconds=seconds,
            )
        )
    for name, count, example in (("nodes", nodes, 1000), ("depth", depth, 6)):
        if count is not None and count < 1:
            raise BadInput(
                _(
                    "--{name} {count}: expected a whole number of 1 or more, e.g. --{name} {example}",
                    name=name,
                    count=count,
                    example=example,
                )
            )
    return Level(usual if given == Limit() else given)
