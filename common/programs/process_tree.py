"""A process and all that it has started: found, stopped for a while, killed."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

PATIENCE = 2.0  # seconds in which a tree that keeps growing is killed
ROUNDS = 20  # looks at a tree that keeps growing while it is stopped


def descendants(root: int) -> list[int]:
    """Return the process ids below `root`, parents before children; those that have ended are left out."""
    if not sys.platform.startswith("linux"):
        return by_psutil(root)
    found, waiting = list[int](), children(root)
    while waiting:
        found += waiting
        waiting = [child for parent in waiting for child in children(parent)]
    return found


def children(process: int) -> list[int]:
    """Return the children of all threads of a process, as Linux lists them."""
    found = list[int]()
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            with suppress(OSError):
                found += map(int, (thread / "children").read_text().split())
    return found


def by_psutil(root: int) -> list[int]:
    """Return the process ids below `root` where the system has no list of children."""
    import psutil

    with suppress(psutil.Error):
        return [child.pid for child in psutil.Process(root).children(recursive=True)]
    return []


def kill_below(root: int) -> None:
    """Kill all processes below `root` until none is left, new ones too."""
    deadline = time.monotonic() + PATIENCE
    while (
        found := [process for process in descendants(root) if is_alive(process)]
    ) and time.monotonic() < deadline:
        for process in found:
            kill(process)
        time.sleep(0.001)


def kill(process: int) -> None:
    """Kill a process; one that has ended stays ended."""
    import signal

    send(os.kill, process, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)


def send(how: Callable[[int, int], None], process: int, number: int) -> None:
    """Send a signal to a process or group that may have ended or changed hands."""
    with suppress(ProcessLookupError, PermissionError):
        how(process, number)


def is_alive(process: int) -> bool:
    """Return False for a process that has ended and only waits to be collected (Linux)."""
    if not sys.platform.startswith("linux"):
        return True
    with suppress(OSError, IndexError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


def freeze(root: int) -> None:
    """Stop all processes below `root`, also those that are started meanwhile; `thaw` lets them go on."""
    if os.name == "nt":
        return change_all(root, "suspend")
    import signal

    stopped = set[int]()
    for _ in range(ROUNDS):
        if not (new := set(descendants(root)) - stopped):
            return None
        for process in new:
            send(os.kill, process, signal.SIGSTOP)
        stopped |= new
    return None


def thaw(root: int) -> None:
    """Let all processes below `root` go on, children before parents."""
    if os.name == "nt":
        return change_all(root, "resume")
    import signal

    for process in reversed(descendants(root)):
        send(os.kill, process, signal.SIGCONT)
    return None


def change_all(root: int, change: str) -> None:
    """Suspend or resume `root` and all below it, by psutil."""
    import psutil

    for process in [root, *by_psutil(root)]:
        with suppress(psutil.Error):
            getattr(psutil.Process(process), change)()
