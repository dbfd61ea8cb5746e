"""Attempt, as a sandboxed program, everything that a sandbox should prevent; print the successes.

    python -I -S probe.py PORT SOCKET SECRET OLD NEW REFEREE

sandbox.py runs it and then checks the files itself, since a call may report success without effect.
"""

from __future__ import annotations

import os
import socket
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def succeeds(attempt: Callable[[], object]) -> int:
    """Return 1 if an attempt succeeds, 0 if the system refuses it."""
    try:
        attempt()
    except OSError:
        return 0
    return 1


def connect(path: str) -> None:
    """Connect to a Unix socket."""
    with socket.socket(socket.AF_UNIX) as found:
        found.connect(path)


def can_outlive() -> int:
    """Return 0 if everything that this program starts must end with it, else 1.

    It must in a process namespace, or under a supervisor that this program cannot kill.
    """
    if os.getppid() == 1:
        return 0
    has_children_file = os.path.exists(f"/proc/self/task/{os.getpid()}/children")
    return int(not has_children_file or succeeds(lambda: os.kill(os.getppid(), 0)))


def main(words: Sequence[str]) -> None:
    """Print four counts of successful attempts: network, files, the rest of the system, outliving.

    `words` are the six arguments in the module's docstring. Also leave the empty file `own` in the current
    folder, as a sign that the probe ran.
    """
    port, unix_socket, secret, old, new, referee = words
    network = succeeds(lambda: socket.create_connection(("127.0.0.1", int(port)), 1))
    network += succeeds(lambda: connect(unix_socket)) + succeeds(lambda: connect(f"\0{unix_socket}"))
    files = succeeds(lambda: open(secret)) + succeeds(lambda: open(new, "w"))
    files += succeeds(lambda: os.truncate(old, 0)) + succeeds(lambda: os.listdir(os.path.dirname(secret)))
    succeeds(lambda: os.chmod(old, 0o777))
    system = succeeds(lambda: open("/proc/sys/kernel/core_pattern", "a")) + succeeds(
        lambda: os.kill(int(referee), 0)
    )
    open("own", "w").close()
    print(network, files, system, can_outlive())


if __name__ == "__main__":
    main(sys.argv[1:])
