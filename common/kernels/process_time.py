"""The age of this process, which counts against the limit of a move."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

LEAVING = 0.03  # seconds that a process takes to end on a busy machine
LONG_AGO = (
    10.0  # seconds: an older process did something else before, so its age says nothing about this move
)


def since_start() -> float:
    """Seconds since this process was started, as a referee counts them; its processor time if the system does not tell."""
    with suppress(OSError, ValueError, IndexError, AttributeError):
        fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - int(fields[19]) / os.sysconf("SC_CLK_TCK")
        if time.process_time() - 0.02 <= age < LONG_AGO:
            return age
    return time.process_time()


def spent() -> float:
    """Return the seconds of a referee's limit that are used: since the process was started, and to end it."""
    return since_start() + LEAVING
