"""Time for kernels: plain Python sees the clock at every node, machine code is stopped from outside."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from types import SimpleNamespace
from typing import Any, TypeVar

from common.kernels.interrupt import check, is_over, left
from common.kernels.memory import Fields, plain

Found = TypeVar("Found")
GRACE = 0.004  # seconds to wait for threads that were told to stop
WAIT = 0.1  # seconds of one wait: on Windows Ctrl-C is only noticed between two waits
QUICK = 200_000  # a search of at most this many nodes ends too soon to need interrupting, so it runs in the calling thread


class Clock(SimpleNamespace):
    """Memory of a search in plain Python. Reading `stop`, as every node does, checks the `deadline` and calls `enough()`."""

    def __init__(self, fields: Fields) -> None:
        """`fields` (name: length) must include `stop`; `deadline` is in seconds of time.monotonic()."""
        super().__init__(**vars(plain({name: length for name, length in fields.items() if name != "stop"})))
        self.deadline, self.enough = inf, bool
        self._stopped = 0

    @property
    def stop(self) -> bool:
        """True once the search should end."""
        return bool(self._stopped) or is_over(self.deadline) or self.enough()

    @stop.setter
    def stop(self, stopped: int) -> None:
        self._stopped = stopped


class Threads:
    """Threads that run machine code, each in a memory of its own, while the calling thread watches the clock and Ctrl-C.

    A thread that was told to stop may still run for a while: call `rest` before its memory is used again.
    """

    def __init__(self) -> None:
        self._running: list[threading.Thread] = []

    def rest(self) -> None:
        """Wait until all threads have ended."""
        for thread in self._running:
            thread.join()
        self._running = []

    def start(self, works: Sequence[Callable[[], object]]) -> None:
        """Run each of `works` in a thread of its own, which should end when `stop` is set in its memory."""
        self.rest()
        self._running = [threading.Thread(target=work, daemon=True) for work in works]
        for thread in self._running:
            thread.start()

    def wait(self, seconds: float) -> None:
        """Wait for the threads to end, `seconds` at most."""
        until = time.monotonic() + seconds
        for thread in self._running:
            thread.join(max(until - time.monotonic(), 0))
        self._running = [thread for thread in self._running if thread.is_alive()]

    def race(
        self,
        deadline: float,
        work: Callable[[Any], object],
        memories: Sequence[Any],
        meanwhile: Callable[[], object] = bool,
    ) -> None:
        """Run `work` on each memory in a thread until one returns, or until the deadline; then set `stop` in all memories.

        `meanwhile` is called every WAIT seconds. Raises what a thread has raised.
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
            while (rest := left(deadline)) > 0 and not done.wait(min(rest, WAIT)):
                meanwhile()
        finally:
            for memory in memories:
                memory.stop = 1
            self.wait(GRACE)
        if failed:
            raise failed[0]


def unstopped(work: Callable[[], Found], meanwhile: Callable[[], object] = bool) -> Found:
    """The result of work that nothing stops, in a thread, which is left to itself once a person has said that it is enough.

    `meanwhile` is called every WAIT seconds. Raises KeyboardInterrupt then, and what the thread has raised.
    """
    found, failed = list[Found](), list[BaseException]()

    def run() -> None:
        try:
            found.append(work())
        except BaseException as problem:
            failed.append(problem)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(WAIT)
        meanwhile()
        check()
    if failed:
        raise failed[0]
    return found[0]
