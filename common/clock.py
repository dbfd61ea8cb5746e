"""Time for kernels: plain Python sees the clock at every node, machine code is stopped from outside."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from math import inf
from types import SimpleNamespace
from typing import Any

from common.memory import Fields, plain

PIECE = 0.1  # seconds waited at once, so that Ctrl-C arrives everywhere


class Clock(SimpleNamespace):
    """The memory of a search in plain Python: it sees the time, or another reason to stop, at every node itself."""

    def __init__(self, fields: Fields) -> None:
        """`fields` with a `stop` among them."""
        super().__init__(**vars(plain({name: length for name, length in fields.items() if name != "stop"})))
        self.deadline, self.enough = inf, bool
        self._stopped = 0

    @property
    def stop(self) -> bool:
        """True once the search should end."""
        return bool(self._stopped) or time.monotonic() >= self.deadline or self.enough()

    @stop.setter
    def stop(self, stopped: int) -> None:
        self._stopped = stopped


def until(deadline: float, work: Callable[[], int], stopped: Any, meanwhile: Callable[[], object] = bool) -> int:
    """What machine code returns, run beside this thread, which sees the clock and Ctrl-C and sets `stopped.stop`.

    `meanwhile` is called from time to time.
    """
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(work()), daemon=True)
    thread.start()
    try:
        while thread.is_alive() and (left := deadline - time.monotonic()) > 0:
            thread.join(min(left, PIECE))
            meanwhile()
    finally:
        stopped.stop = 1
        thread.join()
    return found[0]
