"""Time for kernels: plain Python sees the clock at every node, machine code is stopped from outside."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from math import inf
from types import SimpleNamespace
from typing import Any

from common.memory import Fields, plain

PIECE = 0.1  # seconds waited at once, so that Ctrl-C arrives everywhere
QUICK = 200_000  # nodes that machine code is through with before anybody would stop it: no thread is needed, nor to compile it


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
    """What machine code returns, run beside this thread, which sees the clock and Ctrl-C and sets `stopped.stop`."""
    found: list[int] = []
    race(deadline, lambda _: found.append(work()), [stopped], meanwhile)
    return found[0]


def race(deadline: float, work: Callable[[Any], object], memories: Sequence[Any], meanwhile: Callable[[], object] = bool) -> None:
    """The same for machine code in several memories, a thread each: all are stopped once the first has come to its end.

    `meanwhile` is called from time to time.
    """

    def stop() -> None:
        for memory in memories:
            memory.stop = 1

    def run(memory: Any) -> None:
        work(memory)
        stop()

    threads = [threading.Thread(target=run, args=(memory,), daemon=True) for memory in memories]
    for thread in threads:
        thread.start()
    try:
        while (running := [thread for thread in threads if thread.is_alive()]) and (left := deadline - time.monotonic()) > 0:
            running[0].join(min(left, PIECE))
            meanwhile()
    finally:
        stop()
        for thread in threads:
            thread.join()
