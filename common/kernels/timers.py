"""Time for kernels: plain Python sees the clock at every node, machine code is stopped from outside."""

from __future__ import annotations

import _thread
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from types import SimpleNamespace
from typing import Any, TypeVar

from common.kernels.deadline import FOREVER, Deadline
from common.kernels.memory import Fields, plain

Found = TypeVar("Found")
Memory = TypeVar("Memory")
PATIENCE = 0.05  # part of the remaining time to wait for them before the next search
WAIT = 0.1  # seconds of one wait: on Windows Ctrl-C is only noticed between two waits
SHORTEST_NAP = 0.00005  # seconds
LONGEST_NAP = 0.01
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
    """A thread of Python that tells when it no longer uses its memory.

    Unlike threading.Thread, `start` does not wait until the system gives the thread a processor.
    """

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work
        self._found: Any = None
        self._failed: BaseException | None = None
        self.ended = threading.Event()

    def start(self) -> None:
        """Begin to work."""
        _thread.start_new_thread(self._run, ())

    @property
    def is_ended(self) -> bool:
        """True once the thread no longer uses its memory."""
        return self.ended.is_set()

    def result(self) -> Any:
        """Return what the work has returned, once it has ended. Raise what it has raised."""
        if self._failed:
            raise self._failed
        return self._found

    def _run(self) -> None:
        try:
            self._found = self._work()
        except BaseException as problem:
            self._failed = problem
        self.ended.set()


def worker_for(work: Callable[[], Any], kept: object) -> Any:
    """Return a thread for some work: for a kernel with its arguments (a partial) one that runs no Python, if it is compiled.

    `kept` lives until it has ended, as the arguments do.
    """
    in_thread = getattr(getattr(work, "func", None), "in_thread", None)
    return in_thread(work.args, kept) if in_thread and isinstance(work, partial) else Worker(work)


class Naps:
    """Ever longer sleeps, a tenth of the time waited so far: whoever sleeps needs nobody to be woken, and no lock."""

    def __init__(self) -> None:
        self._began = self._last = time.monotonic()

    def take(self, left: float) -> bool:
        """Sleep, `left` seconds at most; return True every WAIT seconds."""
        waited = time.monotonic() - self._began
        time.sleep(min(max(waited / 10, SHORTEST_NAP), LONGEST_NAP, left))
        now = time.monotonic()
        if now - self._last < WAIT:
            return False
        self._last = now
        return True


class Threads:
    """Threads that run machine code, each in a memory of its own, while the calling thread polls the deadline.

    A thread that was told to stop may get no processor for a while: call `rest` before its memory is used again.
    """

    def __init__(self) -> None:
        self._running: list[Any] = []
        self._late: list[Any] = []  # of those that the last `rest` has left behind
        self._given_up: list[tuple[int, list[Any], Any]] = []

    def rest(self, deadline: Deadline = FOREVER) -> list[int]:
        """Wait for all threads to end; under a time limit for a small part of it only.

        Return the numbers of those left behind: the caller gives them up, and takes a `spare` memory.
        """
        self.wait(deadline.remaining * PATIENCE if deadline.is_timed else inf)
        left_behind = [number for number, worker in enumerate(self._running) if not worker.is_ended]
        self._late, self._running = [self._running[number] for number in left_behind], []
        return left_behind

    def spare(self, number: int, memory: Memory, new: Callable[[], Memory]) -> Memory:
        """Give up what the threads left behind work in. Return what this number gave up before if it is unused, else new memory.

        The first writes to new memory take milliseconds of the thread that answers.
        """
        self._given_up.append((number, self._late, memory))
        for entry in self._given_up:
            owner, threads, spare = entry
            if owner == number and all(thread.is_ended for thread in threads):
                self._given_up.remove(entry)
                found: Memory = spare
                return found
        return new()

    def start(self, works: Sequence[Callable[[], Any]], kept: object = None) -> None:
        """Run each of `works`, after a `rest`, in a thread of its own, which should end when `stop` is set in its memory.

        A thread that is left behind has what it works in to itself: its arguments, and what is `kept`.
        """
        self._running = [worker_for(work, kept) for work in works]
        for worker in self._running:
            worker.start()

    def wait(self, seconds: float) -> None:
        """Wait for the threads to end, `seconds` at most."""
        naps, until = Naps(), time.monotonic() + seconds
        while not all(worker.is_ended for worker in self._running) and (left := until - time.monotonic()) > 0:
            naps.take(left)

    def results(self) -> list[tuple[int, Any]]:
        """Return the numbers of the threads that have ended, and what they have found. Raise what one has raised."""
        return [(number, worker.result()) for number, worker in enumerate(self._running) if worker.is_ended]

    def race(
        self,
        deadline: Deadline,
        works: Sequence[Callable[[], Any]],
        memories: Sequence[Any],
        meanwhile: Callable[[], object] = bool,
        kept: object = None,
    ) -> list[tuple[int, Any]]:
        """Run each of `works` in a thread until one returns, or until the deadline; then set `stop` in all memories.

        No thread starts after the deadline. `meanwhile` is called every WAIT seconds. Return `results`.
        """
        if deadline.expired:
            return []
        for memory in memories:
            memory.stop = 0
        self.start(works, kept)
        naps = Naps()
        try:
            while not (found := self.results()) and (left := deadline.remaining) > 0:
                if naps.take(left):
                    meanwhile()
        finally:
            for memory in memories:
                memory.stop = 1
        return found


def run_unstoppable(
    work: Callable[[], Found], deadline: Deadline, meanwhile: Callable[[], object] = bool
) -> Found:
    """Return the result of work that nothing stops: it runs in a thread, which is left behind at the deadline.

    `meanwhile` is called every WAIT seconds. Raise KeyboardInterrupt at the deadline, and what the thread has raised.
    """
    worker = Worker(work)
    worker.start()
    while not worker.ended.wait(WAIT):
        meanwhile()
        if deadline.expired:
            raise KeyboardInterrupt
    found: Found = worker.result()
    return found
