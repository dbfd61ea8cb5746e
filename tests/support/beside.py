"""How long the machine keeps a program from running meanwhile, so that limits of time hold beside other load, too."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

PACE = 0.003  # seconds: works so long, then sleeps so long, which leaves a core half free
PROGRAM = f"""
import select, sys, time
longest, last = 0.0, time.monotonic()
while True:
    until = last + {PACE}
    while last < until:
        now = time.monotonic()
        longest, last = max(longest, now - last), now
    ended = select.select([sys.stdin], [], [], {PACE})[0]
    now = time.monotonic()
    longest, last = max(longest, now - last - {PACE}), now
    if ended:
        sys.exit(print(longest))
"""


class Beside:
    """What was measured, in seconds, 0 until the end: the longest delay, and a margin for a limit that several of them may break."""

    longest = 0.0

    @property
    def margin(self) -> float:
        """As much as is lost if a move waits for the processor where it wakes, where its threads end and where it is counted."""
        return 3 * self.longest


@contextmanager
def delays() -> Iterator[Beside]:
    """Measure the longest time for which a program that wants to run does not."""
    pipe = subprocess.PIPE
    found = Beside()
    with subprocess.Popen(
        [sys.executable, "-S", "-I", "-c", PROGRAM], stdin=pipe, stdout=pipe, text=True
    ) as program:
        try:
            yield found
        finally:
            found.longest = float(program.communicate("end")[0])
