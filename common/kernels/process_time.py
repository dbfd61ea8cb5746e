"""The age of this process, which counts against the time limit of a move."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

EXIT_SECONDS = 0.03  # seconds that a process takes to exit on a busy machine
MAX_AGE = 10.0  # seconds; an older process has done something else before, so its age does not count


def process_age() -> float:
    """Return the seconds since this process was started, as a referee measures them.

    Fall back to processor time if the system does not report the start, or after MAX_AGE seconds.
    """
    with suppress(OSError, ValueError, IndexError, AttributeError):
        fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - int(fields[19]) / os.sysconf("SC_CLK_TCK")
        if time.process_time() - 0.02 <= age < MAX_AGE:
            return age
    return time.process_time()


def time_used() -> float:
    """Return the seconds of a referee's time limit that are used: process age plus the time to exit."""
    return process_age() + EXIT_SECONDS
