"""A process with all its descendants: find, freeze, thaw and kill them."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess

KILL_SECONDS = 2.0  # seconds spent on killing a tree that keeps growing
FREEZE_ROUNDS = 20  # searches for new processes while a tree is being frozen
TOKEN_VARIABLE = "GAME_PLAYER"  # environment variable by which stray children of a program are found


def descendants(root: int) -> list[int]:
    """List the ids of all processes below `root`, without `root` itself, parents before children."""
    if not sys.platform.startswith("linux"):
        return descendants_by_psutil(root)
    found, waiting = list[int](), children(root)
    while waiting:
        found += waiting
        waiting = [child for parent in waiting for child in children(parent)]
    return found


def children(process: int) -> list[int]:
    """List the ids of the child processes of all threads of a process, from Linux's `/proc`."""
    found = list[int]()
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            with suppress(OSError):
                found += map(int, (thread / "children").read_text().split())
    return found


def descendants_by_psutil(root: int) -> list[int]:
    """List the ids of all processes below `root` by psutil, on systems without `/proc`."""
    import psutil

    with suppress(psutil.Error):
        return [child.pid for child in psutil.Process(root).children(recursive=True)]
    return []


def kill_descendants(root: int) -> None:
    """Kill all processes below `root` but not `root`, including new ones, for at most `KILL_SECONDS`."""
    deadline = time.monotonic() + KILL_SECONDS
    while (
        found := [process for process in descendants(root) if is_alive(process)]
    ) and time.monotonic() < deadline:
        for process in found:
            kill(process)
        time.sleep(0.001)


def kill(process: int) -> None:
    """Kill a process; do nothing if it has already ended."""
    import signal

    send_signal(os.kill, process, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)


def send_signal(sender: Callable[[int, int], None], process: int, number: int) -> None:
    """Send a signal to a process or group, ignoring one that has ended or has another owner.

    `sender` is `os.kill` or `os.killpg`.
    """
    with suppress(ProcessLookupError, PermissionError):
        sender(process, number)


def is_alive(process: int) -> bool:
    """Return False for a process that has ended or is a zombie (Linux; elsewhere always True)."""
    if not sys.platform.startswith("linux"):
        return True
    with suppress(OSError, IndexError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


def freeze(root: int) -> None:
    """Suspend all processes below `root`, including those started meanwhile; `thaw` resumes them.

    `root` itself keeps running, except on Windows.
    """
    if os.name == "nt":
        return suspend_or_resume(root, "suspend")
    import signal

    stopped = set[int]()
    for _ in range(FREEZE_ROUNDS):
        if not (new := set(descendants(root)) - stopped):
            return None
        for process in new:
            send_signal(os.kill, process, signal.SIGSTOP)
        stopped |= new
    return None


def thaw(root: int) -> None:
    """Resume all processes below `root`, children before parents (on Windows `root` too)."""
    if os.name == "nt":
        return suspend_or_resume(root, "resume")
    import signal

    for process in reversed(descendants(root)):
        send_signal(os.kill, process, signal.SIGCONT)
    return None


def suspend_or_resume(root: int, method: str) -> None:
    """Suspend or resume `root` and its descendants by psutil; `method` is the name of its method."""
    import psutil

    for process in [root, *descendants_by_psutil(root)]:
        with suppress(psutil.Error):
            getattr(psutil.Process(process), method)()


def kill_tree(process: subprocess.Popen[bytes], token: str, has_namespace: bool) -> None:
    """Kill a program with everything that it started, and wait for its end.

    `has_namespace` says that its descendants end with it. Otherwise they are searched for and, if its
    supervisor was killed, also found by their `token`.
    """
    import signal
    import subprocess

    if os.name == "nt":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
    else:
        escaped = process.poll() is not None and process.returncode < 0  # someone killed its supervisor
        if not has_namespace:  # otherwise killing the first process of the namespace kills all
            kill_descendants(process.pid)
        send_signal(os.killpg, process.pid, signal.SIGKILL)
        if escaped and not has_namespace:
            for stray in [
                *stray_processes(token),
                *stray_processes(token),
            ]:  # the first search may miss a process that is just starting
                send_signal(os.kill, stray, signal.SIGKILL)
    process.wait()


def stray_processes(token: str) -> list[int]:
    """List the ids of processes with a token in their environment; empty without `/proc`.

    Such processes left the process group and killed their supervisor.
    """
    mark = f"{TOKEN_VARIABLE}={token}".encode()
    folders = (
        (folder for folder in Path("/proc").iterdir() if folder.name.isdigit())
        if Path("/proc").is_dir()
        else ()
    )
    return [int(folder.name) for folder in folders if mark in _environment(folder)]


def _environment(folder: Path) -> bytes:
    try:
        return (folder / "environ").read_bytes()
    except OSError:
        return b""
