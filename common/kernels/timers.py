"""Time limits of kernels: plain Python polls the clock, machine code is stopped from outside."""

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
PATIENCE = 0.05  # part of the remaining time to wait for stopped threads before the next search
WAIT = 0.1  # seconds between two polls: on Windows Ctrl-C is only noticed between two waits
SHORTEST_NAP = 0.00005  # seconds
LONGEST_NAP = 0.01
QUICK = 200_000  # nodes; a shorter search needs no interrupt, so it runs in the calling thread


class Clock(SimpleNamespace):
    """Memory of a search in plain Python. Every node reads `stop`, which checks the `deadline`."""

    def __init__(self, fields: Fields) -> None:
        """Create zeroed memory for `fields` (name: length), which must include `stop`."""
        super().__init__(**vars(plain({name: length for name, length in fields.items() if name != "stop"})))
        self.deadline = FOREVER
        self._stopped = 0

    @property
    def stop(self) -> bool:
        """True once the search must end."""
        return bool(self._stopped) or self.deadline.expired

    @stop.setter
    def stop(self, stopped: int) -> None:
        self._stopped = stopped


class Worker:
    """A Python thread that reports when it no longer uses its memory.

    Unlike threading.Thread, `start` does not wait until the system schedules the new thread.
    """

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work
        self._found: Any = None
        self._failed: BaseException | None = None
        self.ended = threading.Event()

    def start(self) -> None:
        """Start the thread."""
        _thread.start_new_thread(self._run, ())

    @property
    def is_ended(self) -> bool:
        """True once the thread no longer uses its memory."""
        return self.ended.is_set()

    def result(self) -> Any:
        """Return the result of the finished task. Raise the exception that the task raised, if any."""
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
    """Create a thread for a task, without starting it.

    A partial of a compiled kernel gets a NativeThread, anything else a Worker. `keep_alive` lives as long as
    the thread runs, like the arguments.
    """
    in_thread = getattr(getattr(work, "func", None), "in_thread", None)
    return in_thread(work.args, kept) if in_thread and isinstance(work, partial) else Worker(work)


class Naps:
    """Sleeps of growing length: a tenth of the time waited so far.

    Unlike a wait for a lock or an event, a sleep needs no other thread to end it.
    """

    def __init__(self) -> None:
        self._began = self._last = time.monotonic()

    def take(self, left: float) -> bool:
        """Sleep, at most `left` seconds. Return True about every POLL_SECONDS."""
        waited = time.monotonic() - self._began
        time.sleep(min(max(waited / 10, SHORTEST_NAP), LONGEST_NAP, left))
        now = time.monotonic()
        if now - self._last < WAIT:
            return False
        self._last = now
        return True


class Threads:
    """Search threads, each with its own memory, while the calling thread polls the deadline.

    A stopped thread may not be scheduled for a while, so call `join` before its memory is used again.
    """

    def __init__(self) -> None:
        self._running: list[Any] = []
        self._late: list[Any] = []  # threads that still ran after the last `join`
        self._given_up: list[tuple[int, list[Any], Any]] = []

    def rest(self, deadline: Deadline = FOREVER) -> list[int]:
        """Wait for all threads to end, under a time limit only for a small part of it (JOIN_PART).

        Return the numbers of the threads that still run. The caller must replace their memory
        (`replace_memory`).
        """
        self.wait(deadline.remaining * PATIENCE if deadline.is_timed else inf)
        left_behind = [number for number, worker in enumerate(self._running) if not worker.is_ended]
        self._late, self._running = [self._running[number] for number in left_behind], []
        return left_behind

    def spare(self, number: int, memory: Memory, new: Callable[[], Memory]) -> Memory:
        """Abandon the memory of a thread that still runs, and return another one for the same number.

        Memory abandoned earlier is reused once its threads have ended, else `new` makes some. Reuse matters:
        the first writes to new memory take milliseconds of the thread that answers.
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
        """Run each task in a thread of its own, after a `join`.

        A task should end when `stop` is set in its memory. The arguments of a task and `keep_alive` live
        until it ends.
        """
        self._running = [worker_for(work, kept) for work in works]
        for worker in self._running:
            worker.start()

    def wait(self, seconds: float) -> None:
        """Wait for all threads to end, at most `seconds`."""
        naps, until = Naps(), time.monotonic() + seconds
        while not all(worker.is_ended for worker in self._running) and (left := until - time.monotonic()) > 0:
            naps.take(left)

    def results(self) -> list[tuple[int, Any]]:
        """Return number and result of each thread that has ended. Raise the exception of a failed one."""
        return [(number, worker.result()) for number, worker in enumerate(self._running) if worker.is_ended]

    def race(
        self,
        deadline: Deadline,
        works: Sequence[Callable[[], Any]],
        memories: Sequence[Any],
        meanwhile: Callable[[], object] = bool,
        kept: object = None,
    ) -> list[tuple[int, Any]]:
        """Run each task in a thread until one returns or the deadline passes, then stop all.

        To stop a thread, `stop` is set in its memory. No thread starts after the deadline. Call `on_wait`
        every POLL_SECONDS. Return `results()`.
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
    """Return the result of a task that cannot be stopped. Its thread is abandoned at the deadline.

    Call `on_wait` every POLL_SECONDS. Raise KeyboardInterrupt at the deadline, or the exception of the task.
    """
    worker = Worker(work)
    worker.start()
    while not worker.ended.wait(WAIT):
        meanwhile()
        if deadline.expired:
            raise KeyboardInterrupt
    found: Found = worker.result()
    return found
