"""Time for kernels: plain Python sees the clock at every node, machine code is stopped from outside."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from common.kernels.memory import Fields, plain

LEAVING = 0.03  # seconds that a process takes to end where others crowd it out
GRACE = 0.004  # seconds that threads get to notice that they should stop, while others wait
LONG_AGO = 10.0  # seconds: a process as old as that was something else before
WAIT = 0.1  # seconds waited at once, so that Ctrl-C arrives everywhere
QUICK = 200_000  # nodes that machine code is through with before anybody would stop it: a thread would cost more


def since_start() -> float:
    """Seconds since this process was started, as a referee counts them; what it has worked so far if the system does not tell."""
    with suppress(OSError, ValueError, IndexError, AttributeError):
        fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - int(fields[19]) / os.sysconf("SC_CLK_TCK")
        if time.process_time() - 0.02 <= age < LONG_AGO:
            return age
    return time.process_time()


def gone() -> float:
    """Seconds of its limit that a referee's call has used when it begins to think: from its start on, and at its end."""
    return since_start() + LEAVING


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


class Threads:
    """Machine code at work in memories of its own, beside this thread, which sees the clock and Ctrl-C.

    Nobody waits for a thread that was told to stop and gets no processor: call `rest` before its memory is used again.
    """

    def __init__(self) -> None:
        self._running: list[threading.Thread] = []

    def rest(self) -> None:
        """Wait for those that are late."""
        for thread in self._running:
            thread.join()
        self._running = []

    def start(self, works: Sequence[Callable[[], object]]) -> None:
        """A thread for each, which ends when its memory says stop."""
        self.rest()
        self._running = [threading.Thread(target=work, daemon=True) for work in works]
        for thread in self._running:
            thread.start()

    def wait(self, seconds: float) -> None:
        """Give them so long to end."""
        until = time.monotonic() + seconds
        for thread in self._running:
            thread.join(max(until - time.monotonic(), 0))
        self._running = [thread for thread in self._running if thread.is_alive()]

    def race(
        self, deadline: float, work: Callable[[Any], object], memories: Sequence[Any], meanwhile: Callable[[], object] = bool
    ) -> None:
        """Until the first thread has come to its end, or the deadline; all are told to stop then by their memories.

        `meanwhile` is called from time to time. Raises what a thread has raised.
        """
        done, failed = threading.Event(), list[BaseException]()

        def run(memory: Any) -> None:
            try:
                work(memory)
            except BaseException as problem:
                failed.append(problem)
            done.set()

        self.rest()
        for memory in memories:
            memory.stop = 0
        self.start([partial(run, memory) for memory in memories])
        try:
            while (left := deadline - time.monotonic()) > 0 and not done.wait(min(left, WAIT)):
                meanwhile()
        finally:
            for memory in memories:
                memory.stop = 1
            self.wait(GRACE)
        if failed:
            raise failed[0]
