"""Looks after a running program: too many processes or too much memory, and it is ended."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Any

from common.rules.errors import BadInput, quoted

PROCESSES = 64
MEMORY = 2.0  # GB resident, of a program and all that it has started; a limit on address space would end Node and Java
CHOSEN = "FIVE_BOARD_GAMES_MEMORY"  # the environment variable that says otherwise
GIGABYTE = 1 << 30
PAUSE = 0.1  # seconds between two looks; a program that is faster is not looked at


def memory_limit() -> float:
    """GB that a program may hold. Raises BadInput if the environment says something else than a number above 0."""
    text = os.environ.get(CHOSEN, str(MEMORY))
    with suppress(ValueError):
        if float(text) > 0:
            return float(text)
    raise BadInput(f"{CHOSEN}={quoted(text)}: wanted gigabytes, a number above 0, e.g. {CHOSEN}=4")


def limit_memory(gigabytes: float | None) -> float | None:
    """Let a program hold so much, also those that other processes of this call start. Raises BadInput."""
    if gigabytes is not None:
        if not gigabytes > 0:
            raise BadInput(f"--memory {gigabytes:g}: wanted gigabytes, a number above 0, e.g. --memory 4")
        os.environ[CHOSEN] = str(gigabytes)
    return gigabytes


class Watcher:
    """Watches the tree of a process in a thread of its own; `fault` says what it was ended for, in the words of the referee."""

    def __init__(self, process: int, end: Callable[[], None], memory: float) -> None:
        self._process, self._end, self._memory = process, end, memory
        self._over = Event()
        self.fault = ""
        self._thread = Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Look no more; nothing that this has begun, such as an import, is left to the end of the process."""
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        if self._over.wait(PAUSE):
            return
        import psutil

        try:
            root = psutil.Process(self._process)
            while not (fault := self._found([root, *root.children(recursive=True)])):
                if self._over.wait(PAUSE):
                    return
        except psutil.Error:  # it has ended meanwhile
            return
        self.fault = fault
        self._end()

    def _found(self, processes: list[Any]) -> str:
        if len(processes) > PROCESSES:
            return f"starts more than {PROCESSES} processes"
        if sum(map(_resident, processes)) > self._memory * GIGABYTE:
            return f"uses more than {self._memory:g} GB of memory"
        return ""


def _resident(process: Any) -> int:
    import psutil

    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0
