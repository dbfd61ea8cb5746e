"""The clock of one move of a program, fair on a busy machine.

A move is late only if it is over its limit by more than the machine delayed it. Two delays are measured, and
the larger one counts. While the referee waits, it is a process that only sleeps. Its delay is the time that
it was ready to run but had no processor (Linux counts that), elsewhere its latest wake-up. The other delay is
the time that the program itself was ready but had no processor, on Linux only.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol, runtime_checkable

from common.programs.process_tree import descendants

STEP_SECONDS = 0.02  # seconds between two wake-ups of the referee; short enough for Ctrl-C, too
PRECISION = 0.005  # seconds between two wake-ups above the limit, so no time is known better
MAX_STRETCH = 10  # no delay makes a move longer than this multiple of its limit
NANOSECOND = 1e-9
Threads = Mapping[tuple[int, int], "Usage"]


class Overrun(NamedTuple):
    """A move that took longer than its limit.

    `over` are the seconds above the limit, `delay` is the delay of a process that only slept meanwhile, and
    `waited` the time for which the program waited for a processor. The move is late if `over` exceeds both.
    """

    over: float
    delay: float
    waited: float

    @property
    def is_late(self) -> bool:
        """True if the delays of the machine do not explain it."""
        return self.over > max(self.delay, self.waited) + PRECISION


@runtime_checkable
class TimedProgram(Protocol):
    """A player whose program has a time limit; `overruns` are its moves above the limit, in order."""

    overruns: list[Overrun]


class Usage(NamedTuple):
    """Nanoseconds that a thread has run, and that it was ready to run but had no processor.

    The system adds a wait when it is over. `is_ready` is True if the thread runs or waits now.
    """

    ran: int
    waited: int
    is_ready: bool


class MoveClock:
    """The clock of one move, from the creation of the object on.

    `process` is the id of the program's first process. The caller waits in steps of `next_step()` and calls
    `woke()` after each step without an answer, until `is_over`.
    """

    def __init__(self, process: int, seconds: float, has_run: bool = False) -> None:
        """Start the clock. `has_run` says that the process was running before, as a persistent program."""
        self._process, self._limit = process, seconds
        self._before = self._last = usage_by_thread(process) if has_run else {}
        self._delay = self._waited = 0.0
        self._own_wait = own_wait()
        self._began = self._wake = time.monotonic()

    def next_step(self) -> float:
        """Return the seconds to wait for an answer before `woke` is called."""
        now = time.monotonic()
        left = self._began + self._limit - now
        step = min(left, STEP_SECONDS) if left > 0 else PRECISION
        self._wake = now + step
        return step

    def woke(self) -> None:
        """Measure the delay of a step that ended without an answer."""
        self._delay = max(self._delay, time.monotonic() - self._wake, own_wait() - self._own_wait)

    def is_over(self) -> bool:
        """Return True if the time is up, including what the machine delayed."""
        over = self._over()
        if over <= 0:
            return False
        if over > (MAX_STRETCH - 1) * self._limit:
            return True
        if over <= self._delay + PRECISION:
            return False
        last, self._last = self._last, usage_by_thread(self._process)
        self._waited = self._total_wait()
        if is_waiting(last, self._last):
            return False  # how long it waits will be known when it runs
        return over > max(self._delay, self._waited) + PRECISION

    def overrun(self) -> Overrun | None:
        """Return the overrun of the answer that has just come, or of its absence; None within the limit."""
        over = self._over()
        if over <= 0:
            return None
        self._delay = max(self._delay, own_wait() - self._own_wait)
        if last := usage_by_thread(self._process):
            self._last = last
            self._waited = max(self._waited, self._total_wait())
        return Overrun(round(over, 4), round(self._delay, 4), round(self._waited, 4))

    def _over(self) -> float:
        return time.monotonic() - self._began - self._limit

    def _total_wait(self) -> float:
        """Return the seconds for which the program waited for a processor.

        They do not count if the program had as much processor time as it could use within its limit, alone
        on this machine: processes that wait for each other gain nothing.
        """
        ran, waited = usage_since(self._before, self._last)
        return waited if ran <= self._limit * processors() else 0.0


def processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def own_wait() -> float:
    """Return the seconds for which this thread was ready but had no processor, 0 if they are not counted."""
    from threading import get_native_id

    with suppress(OSError, ValueError, IndexError):
        path = f"/proc/self/task/{get_native_id()}/schedstat"
        return int(Path(path).read_text(encoding="utf-8").split()[1]) * NANOSECOND
    return 0.0


def usage_by_thread(root: int) -> dict[tuple[int, int], Usage]:
    """Return the usage of each thread of a process and its descendants, by the ids of process and thread.

    It is empty where the system does not count it.
    """
    return {
        (process, thread): usage
        for process in (root, *descendants(root))
        for thread, usage in usage_of(process)
    }


def usage_of(process: int) -> Iterator[tuple[int, Usage]]:
    """Yield the threads of a process with their usage, none without `/proc` or if it has ended."""
    with suppress(OSError, ValueError, IndexError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            ran, waited, *_ = (thread / "schedstat").read_text(encoding="utf-8").split()
            state = (thread / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
            yield int(thread.name), Usage(int(ran), int(waited), state == "R")


def usage_since(before: Threads, now: Threads) -> tuple[float, float]:
    """Return the seconds that a program has run and waited since an earlier measurement.

    All its threads ran. Of the waits, the longest of each process counts. New threads count in full.
    """
    nothing, ran, waits = Usage(0, 0, False), 0, dict[int, int]()
    for (process, thread), usage in now.items():
        earlier = before.get((process, thread), nothing)
        ran += usage.ran - earlier.ran
        waits[process] = max(waits.get(process, 0), usage.waited - earlier.waited)
    return ran * NANOSECOND, sum(waits.values()) * NANOSECOND


def is_waiting(last: Threads, now: Threads) -> bool:
    """Return True if a thread is ready to run and has not run since the last measurement."""
    return any(usage.is_ready and (at not in last or usage.ran == last[at].ran) for at, usage in now.items())
