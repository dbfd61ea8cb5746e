"""Ctrl-C as a request: every search ends as if its time were over, so that its result so far can be printed."""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

UNNOTICED = 0.7  # seconds after which a request that no search has noticed interrupts whatever runs


class Interrupt:
    """A request to end early. The edge of the program creates it; deadlines hold it, and searches poll it."""

    def __init__(self) -> None:
        self._requested = False
        self._timer: threading.Timer | None = None

    @property
    def requested(self) -> bool:
        """True after Ctrl-C; reading it shows that the search has noticed."""
        if self._requested:
            self._stop_timer()
        return self._requested

    def request(self, number: int, frame: FrameType | None) -> None:
        """Handle Ctrl-C. Raise KeyboardInterrupt at the second one."""
        if self._requested:
            raise KeyboardInterrupt
        self._requested = True
        self._timer = threading.Timer(UNNOTICED, _thread.interrupt_main)
        self._timer.daemon = True
        self._timer.start()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Let Ctrl-C end searches inside; afterwards, with their results printed, raise KeyboardInterrupt."""
        before = signal.signal(signal.SIGINT, self.request)
        try:
            yield
        except Exception:
            if not self._requested:  # else the interrupt made the limit too short
                raise
        finally:
            self._stop_timer()
            signal.signal(signal.SIGINT, before)
        if self._requested:
            raise KeyboardInterrupt

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()


NEVER = Interrupt()  # that nothing requests
