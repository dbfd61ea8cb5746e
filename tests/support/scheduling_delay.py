"""Measure scheduling delays, so that tests of time limits also hold on a busy machine."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

PERIOD_SECONDS = 0.003  # seconds of work, then of sleep: leaves half a core free
PROGRAM = f"""
import select, sys, time
longest, last = 0.0, time.monotonic()
while True:
    until = last + {PERIOD_SECONDS}
    while last < until:
        now = time.monotonic()
        longest, last = max(longest, now - last), now
    ended = select.select([sys.stdin], [], [], {PERIOD_SECONDS})[0]
    now = time.monotonic()
    longest, last = max(longest, now - last - {PERIOD_SECONDS}), now
    if ended:
        sys.exit(print(longest))
"""


class SchedulingDelay:
    """The longest scheduling delay in seconds; 0 until measuring ends."""

    longest = 0.0

    @property
    def margin(self) -> float:
        """Seconds by which a move may exceed its limit.

        A move may wait for a processor three times: on waking up, when its threads end, when its time is
        taken.
        """
        return 3 * self.longest


@contextmanager
def measure_delay() -> Iterator[SchedulingDelay]:
    """Measure the longest time for which a process that is ready to run does not run."""
    pipe = subprocess.PIPE
    found = SchedulingDelay()
    gc.collect()  # not in a measured move: a process with many tests would need 0.2 s for that
    with subprocess.Popen(
        [sys.executable, "-S", "-I", "-c", PROGRAM], stdin=pipe, stdout=pipe, text=True
    ) as program:
        try:
            yield found
        finally:
            found.longest = float(program.communicate("end")[0])
