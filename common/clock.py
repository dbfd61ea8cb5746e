"""What plain Python has in place of a table that another thread can stop."""

from __future__ import annotations

import time
from math import inf

from common.memory import Sparse


class Clock:
    """The table of a search in plain Python: it sees the time, or another reason to stop, at every node itself."""

    def __init__(self) -> None:
        self.mask, self.entries = 0, Sparse()
        self.deadline, self.enough = inf, bool
        self._stopped = 0

    @property
    def stop(self) -> bool:
        """True once the search should end."""
        return bool(self._stopped) or time.monotonic() >= self.deadline or self.enough()

    @stop.setter
    def stop(self, stopped: int) -> None:
        self._stopped = stopped
