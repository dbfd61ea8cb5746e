"""A short pause between two pictures, so that a person sees every move."""

from __future__ import annotations

import time

from common.rules.errors import BadInput

DEFAULT_PACE = 0.4  # seconds
MOST_SECONDS = 60


class Pace:
    """A pause of up to `seconds` before the next picture, counted from the last one."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._next = seconds, 0.0

    def start(self) -> None:
        """Begin to count: a picture has just been shown."""
        self._next = time.monotonic() + self._seconds

    def wait(self) -> None:
        """Sleep for the rest of the pause, if a long move has left any. Raise KeyboardInterrupt."""
        time.sleep(max(self._next - time.monotonic(), 0))


def check_pace(seconds: float) -> float:
    """Return a pause unchanged. Raise BadInput unless it is from 0 to MOST_SECONDS."""
    if not 0 <= seconds <= MOST_SECONDS:
        raise BadInput(
            f"--pace {seconds:g}: expected seconds from 0 to {MOST_SECONDS}, e.g. --pace {DEFAULT_PACE:g}"
        )
    return seconds
