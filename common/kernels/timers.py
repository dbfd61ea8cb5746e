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

from common.kernels.deadline import NO_DEADLINE, Deadline
from common.kernels.memory import Fields, plain_record

Memory = TypeVar("Memory")
JOIN_PART = 0.05  # part of the remaining time to wait for stopped threads before the next search
POLL_SECONDS = 0.1  # seconds between two polls: on Windows Ctrl-C is only noticed between two waits
MIN_SLEEP = 0.00005  # seconds
MAX_SLEEP = 0.01
MAX_INLINE_NODES = 200_000  # nodes; a shorter search needs no interrupt, so it runs in the calling thread


class PolledMemory(SimpleNamespace):
    """Memory of a search in plain Python. Every node reads `stop`, which checks the `deadline`."""

    def __init__(self, fields: Fields) -> None:
        """Create zeroed memory for `fields` (name: length), which must include `stop`."""
        super().__init__(
            **vars(plain_record({name: length for name, length in fields.items() if name != "stop"}))
        )
        self.deadline = NO_DEADLINE
        self._stopped = 0

    @property
    def stop(self) -> bool:
        """True once the search must end."""
        return bool(self._stopped) or self.deadline.expired

    @stop.setter
    def stop(self, stopped: int) -> None:
        self._stopped = stopped


class Worker:
    """A Python thread that reports when it no longer uses its memory. `ended` is set then.

    Unlike threading.Thread, `start` does not wait until the system schedules the new thread.
    """

    def __init__(self, task: Callable[[], Any]) -> None:
        self._work = task
        self._found: Any = None
        self._failed: BaseException | None = None
        self.ended = threading.Event()

    def start(self) -> None:
        """Start the thread."""
        _thread.start_new_thread(self._run, ())

    @property
    def has_ended(self) -> bool:
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


def make_worker(task: Callable[[], Any], keep_alive: object) -> Any:
    """Create a thread for a task, without starting it.

    A partial of a compiled kernel gets a NativeThread, anything else a Worker. `keep_alive` lives as long as
    the thread runs, like the arguments.
    """
    in_thread = getattr(getattr(task, "func", None), "in_thread", None)
    return in_thread(task.args, keep_alive) if in_thread and isinstance(task, partial) else Worker(task)


class Backoff:
    """Sleeps of growing length: a tenth of the time waited so far.

    Unlike a wait for a lock or an event, a sleep needs no other thread to end it.
    """

    def __init__(self) -> None:
        self._began = self._last = time.monotonic()

    def sleep(self, left: float) -> bool:
        """Sleep, at most `left` seconds and MAX_SLEEP. Return True about every POLL_SECONDS."""
        waited = time.monotonic() - self._began
        time.sleep(min(max(waited / 10, MIN_SLEEP), MAX_SLEEP, left))
        now = time.monotonic()
        if now - self._last < POLL_SECONDS:
            return False
        self._last = now
        return True


class ThreadGroup:
    """Search threads, each with its own memory, while the calling thread polls the deadline.

    A stopped thread may not be scheduled for a while, so call `join` before its memory is used again.
    """

    def __init__(self) -> None:
        self._running: list[Any] = []
        self._stragglers: list[Any] = []  # threads that still ran after the last `join`
        self._abandoned: list[tuple[int, list[Any], Any]] = []

    def join(self, deadline: Deadline = NO_DEADLINE) -> list[int]:
        """Wait for all threads to end, under a time limit only for JOIN_PART of the remaining time.

        Return the numbers of the threads that still run, in the order of `start`, from 0. The caller must
        replace their memory (`replace_memory`). Afterwards there are no `results`.
        """
        self.wait(deadline.remaining * JOIN_PART if deadline.is_timed else inf)
        left_behind = [number for number, worker in enumerate(self._running) if not worker.has_ended]
        self._stragglers, self._running = [self._running[number] for number in left_behind], []
        return left_behind

    def replace_memory(self, number: int, memory: Memory, new: Callable[[], Memory]) -> Memory:
        """Abandon the memory of a thread that outlasted `join`, and return another for its number.

        Memory abandoned earlier is reused once its threads have ended, else `new` makes some. Reuse matters:
        the first writes to new memory take milliseconds of the thread that answers.
        """
        self._abandoned.append((number, self._stragglers, memory))
        for entry in self._abandoned:
            owner, threads, spare = entry
            if owner == number and all(thread.has_ended for thread in threads):
                self._abandoned.remove(entry)
                found: Memory = spare
                return found
        return new()

    def start(self, tasks: Sequence[Callable[[], Any]], keep_alive: object = None) -> None:
        """Run each task in a thread of its own, after a `join`.

        A task should end when `stop` is set in its memory. The arguments of a task and `keep_alive` live
        until it ends.
        """
        self._running = [make_worker(work, keep_alive) for work in tasks]
        for worker in self._running:
            worker.start()

    def wait(self, seconds: float) -> None:
        """Wait for all threads to end, at most `seconds`."""
        naps, until = Backoff(), time.monotonic() + seconds
        while (
            not all(worker.has_ended for worker in self._running) and (left := until - time.monotonic()) > 0
        ):
            naps.sleep(left)

    def results(self) -> list[tuple[int, Any]]:
        """Return number and result of each thread that has ended. Raise the exception of a failed one."""
        return [(number, worker.result()) for number, worker in enumerate(self._running) if worker.has_ended]

    def race(
        self,
        deadline: Deadline,
        tasks: Sequence[Callable[[], Any]],
        memories: Sequence[Any],
        on_wait: Callable[[], object] = bool,
        keep_alive: object = None,
    ) -> list[tuple[int, Any]]:
        """Run each task in a thread until one returns or the deadline passes, then stop all.

        To stop a thread, `stop` is set in its memory. It may run a while longer, so `join` before the next
        use. No thread starts after the deadline. Call `on_wait` every POLL_SECONDS. Return `results()`, empty
        if no task has returned.
        """
        if deadline.expired:
            return []
        for memory in memories:
            memory.stop = 0
        self.start(tasks, keep_alive)
        naps = Backoff()
        try:
            while not (found := self.results()) and (left := deadline.remaining) > 0:
                if naps.sleep(left):
                    on_wait()
        finally:
            for memory in memories:
                memory.stop = 1
        return found
