"""The end of a search as one object: a time limit, a node limit, a depth limit and Ctrl-C."""

from __future__ import annotations

import time
from math import inf
from typing import NamedTuple

from common.kernels.interrupt import Request

UNLIMITED_NODES = 1 << 60
MIN_SECONDS = 0.001  # seconds that remain of a limit that is used up


class Deadline(NamedTuple):
    """The end of a search: at a time, a number of nodes, a depth or Ctrl-C, whichever comes first.

    `start` and `end` are values of time.monotonic(). `nodes` and `depth` (in plies) are None without a limit.

    The entry point of a call creates it once.
    """

    start: float = 0.0
    end: float = inf
    nodes: int | None = None
    depth: int | None = None

    @classmethod
    def from_limit(
        cls, limit: tuple[float | None, int | None, int | None], time_used: float = 0.0
    ) -> Deadline:
        """Return the deadline of a limit (seconds, nodes, depth), `time_used` seconds of which have passed.

        None is no limit. It lies a fifth of the remaining time early, at most 0.1 s, because the limit is
        hard. A limit that is used up leaves about MIN_SECONDS.
        """
        seconds, nodes, depth = limit
        start, left = time.monotonic(), inf
        if seconds is not None:
            left = max(seconds - time_used, min(seconds, MIN_SECONDS))
            left -= min(0.1, left / 5)
        return cls(start, start + left, nodes, depth)

    @property
    def is_timed(self) -> bool:
        """True if there is a time limit."""
        return self.end < inf

    @property
    def remaining(self) -> float:
        """Remaining seconds: infinite without a time limit, 0 after the deadline or after Ctrl-C."""
        return 0.0 if Request.made else max(self.end - time.monotonic(), 0.0)

    @property
    def expired(self) -> bool:
        """True once the time limit has passed or after Ctrl-C. Nodes and depth do not count."""
        return Request.made or time.monotonic() >= self.end

    @property
    def budget(self) -> int:
        """The node limit in the form that kernels take: UNLIMITED_NODES if there is none."""
        return UNLIMITED_NODES if self.nodes is None else self.nodes

    def part(self, fraction: float) -> Deadline:
        """Return the deadline of a stage that starts now, for a fraction of the whole seconds and nodes.

        The stage ends no later than this deadline and has at least one node. The depth limit stays.
        """
        now = time.monotonic()
        end = min(self.end, now + (self.end - self.start) * fraction)
        nodes = None if self.nodes is None else max(int(self.nodes * fraction), 1)
        return self._replace(start=now, end=end, nodes=nodes)

    def within(self, seconds: float) -> Deadline:
        """Return the deadline of a stage that starts now and lasts at most `seconds`.

        It ends no later than this deadline. The limits of nodes and depth stay.
        """
        now = time.monotonic()
        return self._replace(start=now, end=min(self.end, now + seconds))


NO_DEADLINE = Deadline()
