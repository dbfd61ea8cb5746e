"""Limits that the system does not enforce: the number of processes and the memory of a program."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

from common.programs.process_tree import descendants

MAX_PROCESSES = 64
GIGABYTE = 1 << 30
POLL_SECONDS = 0.1  # seconds between two checks; a program that ends sooner is not checked


class ResourceMonitor:
    """A thread that watches a process and its descendants and calls `end` once they exceed a limit.

    It starts when the object is made. `process` is an id. `excess` then holds the referee's words for the
    reason; it is empty before. `memory` is in GB and counts resident memory: a limit on address space would
    stop Node and Java.
    """

    def __init__(self, process: int, end: Callable[[], None], memory: float) -> None:
        self._process, self._end, self._memory = process, end, memory
        self._over = Event()
        self.excess = ""
        self._thread = Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop watching and wait for the thread, so that no import is still running at exit."""
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(POLL_SECONDS):
            if fault := self._excess_in([self._process, *descendants(self._process)]):
                self.excess = fault
                self._end()
                return

    def _excess_in(self, processes: Sequence[int]) -> str:
        """Return which limit the processes exceed, in the referee's words, or an empty string."""
        if len(processes) > MAX_PROCESSES:
            return f"starts more than {MAX_PROCESSES} processes"
        if sum(map(resident, processes)) + shared_memory_bytes(processes) > self._memory * GIGABYTE:
            return f"uses more than {self._memory:g} GB of memory"
        return ""


def resident(process: int) -> int:
    """Return the resident memory of a process in bytes, 0 if it has ended."""
    import psutil

    try:
        return int(psutil.Process(process).memory_info().rss)
    except psutil.Error:
        return 0


def shared_memory_bytes(processes: Sequence[int]) -> int:
    """Return the bytes in the private `/dev/shm` of sandboxed processes, 0 without one."""
    for process in reversed(processes):
        with suppress(OSError, AttributeError):
            path = Path(f"/proc/{process}/root/dev/shm")
            if path.stat().st_dev != Path("/dev/shm").stat().st_dev:
                found = os.statvfs(path)
                return (found.f_blocks - found.f_bfree) * found.f_frsize
    return 0
