"""Limits: time, nodes or depth of a player's move, and levels of play."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from common.rules.errors import BadInput

LARGEST_SEED = 1 << 60  # seeds of searches are taken modulo this, so that they fit into a machine word
DEFAULT_SECONDS = 5.0  # per move of an external program, if there is no time limit


class Limit(NamedTuple):
    """The limit of a move: `seconds` (hard), `nodes` or `depth` in plies, whichever comes first.

    None is no limit of that kind.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    @property
    def program_seconds(self) -> float:
        """Seconds per move for a player in a process of its own: the time limit, or DEFAULT_SECONDS."""
        return self.seconds or DEFAULT_SECONDS

    def record_fields(self) -> dict[str, float]:
        """Return the limits that are set, by name, for records."""
        return {name: value for name, value in self._asdict().items() if value}


class Level(NamedTuple):
    """A level of play: the limit of a move, and the part (0 to 1) of the moves that are ignored.

    A level with a `margin` varies once it has a `seed`: it chooses by the seed among moves that its search
    finds at most `margin` worse than the best. 0 leaves only equal moves; None is a level that never varies.
    """

    limit: Limit = Limit()
    ignored_part: float = 0.0
    margin: int | None = None
    seed: int | None = None

    @property
    def varies(self) -> bool:
        """True if the seed decides between moves."""
        return self.margin is not None and self.seed is not None

    @property
    def noise(self) -> tuple[int, int]:
        """The margin, and the seed from 1 on; both are 0 if the level does not vary."""
        if self.margin is None or self.seed is None:
            return 0, 0
        return self.margin, self.seed % LARGEST_SEED + 1

    def record_fields(self) -> dict[str, float]:
        """Return the limits and the ignored part that are set, by name, for records."""
        return self.limit.record_fields() | ({"ignored_part": self.ignored_part} if self.ignored_part else {})


def parse_level(name: str, levels: Mapping[int, Level]) -> Level | None:
    """Parse the name of a level such as `level-3`, or return None for any other name.

    Raise BadInput if there is no such level.
    """
    found = re.fullmatch(r"level-([0-9]+)", name)
    if found is None:
        return None
    if int(found[1]) not in levels:
        raise BadInput(f"{name}: expected level-{min(levels)} to level-{max(levels)}")
    return levels[int(found[1])]


def choose_limit(
    requested: Limit, default: Limit, level: int | None = None, levels: Mapping[int, Level] = {}
) -> Level:
    """Return `levels[level]`, else the `requested` limit, else the default if nothing is requested.

    A limit becomes a Level that ignores no moves. Raise BadInput for a level and a limit together, an unknown
    level, or a requested limit out of range.
    """
    seconds, nodes, depth = requested
    if level is not None:
        if requested != Limit():
            raise BadInput(
                "--level sets its own limits: give it alone, or --seconds, --nodes and --depth without it"
            )
        if level not in levels:
            raise BadInput(f"--level {level}: expected a level from {min(levels)} to {max(levels)}")
        return levels[level]
    if seconds is not None and not 0 < seconds < 1e6:
        raise BadInput(f"--seconds {seconds:g}: expected a number of seconds above 0, e.g. --seconds 2")
    for name, count, example in (("nodes", nodes, 1000), ("depth", depth, 6)):
        if count is not None and count < 1:
            raise BadInput(f"--{name} {count}: expected a whole number of 1 or more, e.g. --{name} {example}")
    return Level(default if requested == Limit() else requested)
