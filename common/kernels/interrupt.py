"""Ctrl-C while somebody waits for an answer: every search ends as if its time were over, so that what is known can be told."""

from __future__ import annotations

import _thread
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from types import FrameType

UNHEARD = 0.7  # seconds after which a Ctrl-C that no search has noticed interrupts whatever runs


class Enough:
    """Whether a person has said that it is enough; searches ask through `left`."""

    def __init__(self) -> None:
        self.said = False
        self._timer: threading.Timer | None = None

    def hear(self, number: int, frame: FrameType | None) -> None:
        """The handler of Ctrl-C. Raises KeyboardInterrupt at the second one."""
        if self.said:
            raise KeyboardInterrupt
        self.said = True
        self._timer = threading.Timer(UNHEARD, _thread.interrupt_main)
        self._timer.daemon = True
        self._timer.start()

    def left(self, deadline: float) -> float:
        """The seconds to a time of time.monotonic(); none once it is enough."""
        if not self.said:
            return deadline - time.monotonic()
        self.rest()
        return 0.0

    def rest(self) -> None:
        """Ctrl-C was noticed."""
        if self._timer:
            self._timer.cancel()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Within, Ctrl-C ends searches; at the end, when what is known has been told, it raises KeyboardInterrupt."""
        self.said, before = False, signal.signal(signal.SIGINT, self.hear)
        try:
            yield
        except Exception:
            if not self.said:  # else a limit that was too short was cut short
                raise
        finally:
            self.rest()
            signal.signal(signal.SIGINT, before)
            stopped, self.said = self.said, False
        if stopped:
            raise KeyboardInterrupt


ENOUGH = Enough()


def left(deadline: float) -> float:
    """The seconds to a time of time.monotonic(); none once a person has said that it is enough."""
    return ENOUGH.left(deadline)


def is_over(deadline: float) -> bool:
    """True once a time of time.monotonic() has come, or a person has said that it is enough."""
    return ENOUGH.left(deadline) <= 0


def check() -> None:
    """Raises KeyboardInterrupt once a person has said that it is enough."""
    if is_over(inf):
        raise KeyboardInterrupt
