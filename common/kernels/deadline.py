"""The end of a search in one object: a moment, a number of nodes, a depth, an interrupt."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from typing import NamedTuple

from common.kernels.interrupt import NEVER, Interrupt

UNLIMITED_NODES = 1 << 60
LEAST = 0.001  # seconds left of a limit that is used up


def _never() -> bool:
    return False


class Deadline(NamedTuple):
    """Whichever comes first: a moment of time.monotonic(), `nodes`, a `depth` in plies, Ctrl-C.

    It is made once, where a call begins; `is_superseded` ends a fallback when machine code is ready.
    """

    start: float = 0.0
    end: float = inf
    nodes: int | None = None
    depth: int | None = None
    interrupt: Interrupt = NEVER
    is_superseded: Callable[[], bool] = _never

    @classmethod
    def of(
        cls,
        limit: tuple[float | None, int | None, int | None],
        spent: float = 0.0,
        interrupt: Interrupt = NEVER,
    ) -> Deadline:
        """Return the deadline of a limit (seconds, nodes, depth), `spent` seconds of which are used.

        It lies a little before the limit, which is hard.
        """
        seconds, nodes, depth = limit
        start, left = time.monotonic(), inf
        if seconds is not None:
            left = max(seconds - spent, min(seconds, LEAST))
            left -= min(0.1, left / 5)
        return cls(start, start + left, nodes, depth, interrupt)

    @property
    def is_timed(self) -> bool:
        """True if time is limited."""
        return self.end < inf

    @property
    def remaining(self) -> float:
        """Seconds left, 0 if none."""
        return 0.0 if self._is_cancelled else max(self.end - time.monotonic(), 0.0)

    @property
    def expired(self) -> bool:
        """True once the search should end."""
        return time.monotonic() >= self.end or self._is_cancelled

    @property
    def budget(self) -> int:
        """The node limit as kernels take it."""
        return UNLIMITED_NODES if self.nodes is None else self.nodes

    def part(self, fraction: float) -> Deadline:
        """Return the deadline of a stage that begins now: a fraction of all seconds and nodes."""
        now = time.monotonic()
        end = min(self.end, now + (self.end - self.start) * fraction)
        nodes = None if self.nodes is None else max(int(self.nodes * fraction), 1)
        return self._replace(start=now, end=end, nodes=nodes)

    def within(self, seconds: float) -> Deadline:
        """Return the deadline of a stage that lasts `seconds` from now at most."""
        now = time.monotonic()
        return self._replace(start=now, end=min(self.end, now + seconds))

    @property
    def _is_cancelled(self) -> bool:
        return self.interrupt.requested or self.is_superseded()


FOREVER = Deadline()
