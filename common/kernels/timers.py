"""Time for kernels: plain Python sees the clock at every node, machine code is stopped from outside."""

from __future__ import annotations

import _thread
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any, TypeVar

from common.kernels.deadline import FOREVER, Deadline
from common.kernels.memory import Fields, plain

Found = TypeVar("Found")
PATIENCE = 0.05  # part of the remaining time to wait for them before the next search
WAIT = 0.1  # seconds of one wait: on Windows Ctrl-C is only noticed between two waits
QUICK = 200_000  # a search of at most this many nodes ends too soon to need interrupting, so it runs in the calling thread


class Clock(SimpleNamespace):
    """Memory of a search in plain Python. Reading `stop`, as every node does, checks the `deadline`."""

    def __init__(self, fields: Fields) -> None:
        """`fields` (name: length) must include `stop`."""
        super().__init__(**vars(plain({name: length for name, length in fields.items() if name != "stop"})))
        self.deadline = FOREVER
        self._stopped = 0

    @property
    def stop(self) -> bool:
        """True once the search should end."""
        return bool(self._stopped) or self.deadline.expired

    @stop.setter
    def stop(self, stopped: int) -> None:
        self._stopped = stopped


class Worker:
    """A thread that tells when it no longer uses its memory.

    Unlike threading.Thread, `start` does not wait until the system gives the thread a processor.
    """

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work
        self.ended = threading.Event()

    def start(self) -> None:
        """Begin to work."""
        _thread.start_new_thread(self._run, ())

    def _run(self) -> None:
        try:
            self._work()
        finally:
            self.ended.set()


class Threads:
    """Threads that run machine code, each in a memory of its own, while the calling thread polls the deadline.

    A thread that was told to stop may get no processor for a while: call `rest` before its memory is used again.
    """

    def __init__(self) -> None:
        self._running: list[Worker] = []

    def rest(self, deadline: Deadline = FOREVER) -> list[int]:
        """Wait for all threads to end; under a time limit for a small part of it only.

        Return the numbers of those left behind: the caller gives them up, with their memory.
        """
        if deadline.is_timed:
            self.wait(deadline.remaining * PATIENCE)
        else:
            for worker in self._running:
                worker.ended.wait()
        left_behind = [number for number, worker in enumerate(self._running) if not worker.ended.is_set()]
        self._running = []
        return left_behind

    def start(self, works: Sequence[Callable[[], object]]) -> None:
        """Run each of `works`, after a `rest`, in a thread of its own, which should end when `stop` is set in its memory."""
        self._running = [Worker(work) for work in works]
        for worker in self._running:
            worker.start()

    def wait(self, seconds: float) -> None:
        """Wait for the threads to end, `seconds` at most."""
        until = time.monotonic() + seconds
        for worker in self._running:
            worker.ended.wait(max(until - time.monotonic(), 0))

    def race(
        self,
        deadline: Deadline,
        work: Callable[[Any], object],
        memories: Sequence[Any],
        meanwhile: Callable[[], object] = bool,
    ) -> None:
        """Run `work` on each memory in a thread until one returns, or until the deadline; then set `stop` in all memories.

        No thread starts after the deadline. `meanwhile` is called every WAIT seconds. Raise what a thread has raised.
        """
        if deadline.expired:
            return
        done, failed = threading.Event(), list[BaseException]()

        def run(memory: Any) -> None:
            try:
                work(memory)
            except BaseException as problem:
                failed.append(problem)
            done.set()

        for memory in memories:
            memory.stop = 0
        self.start([partial(run, memory) for memory in memories])
        try:
            while (left := deadline.remaining) > 0 and not done.wait(min(left, WAIT)):
                meanwhile()
        finally:
            for memory in memories:
                memory.stop = 1  # without a wait: who takes the interpreter's lock from here may lose the processor with it
        if failed:
            raise failed[0]


def run_unstoppable(
    work: Callable[[], Found], deadline: Deadline, meanwhile: Callable[[], object] = bool
) -> Found:
    """Return the result of work that nothing stops: it runs in a thread, which is left behind at the deadline.

    `meanwhile` is called every WAIT seconds. Raise KeyboardInterrupt at the deadline, and what the thread has raised.
    """
    found, failed = list[Found](), list[BaseException]()

    def run() -> None:
        try:
            found.append(work())
        except BaseException as problem:
            failed.append(problem)

    worker = Worker(run)
    worker.start()
    while not worker.ended.wait(WAIT):
        meanwhile()
        if deadline.expired:
            raise KeyboardInterrupt
    if failed:
        raise failed[0]
    return found[0]
