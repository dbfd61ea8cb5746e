"""Ctrl-C as a request: searches end as if their time were over, and the best result is printed."""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

NOTICE_SECONDS = 0.7  # seconds for a search to notice a request before KeyboardInterrupt is raised


class Interrupt:
    """A request to end early. The command line creates it, deadlines hold it, and searches poll it."""

    def __init__(self) -> None:
        self._requested = False
        self._timer: threading.Timer | None = None

    @property
    def requested(self) -> bool:
        """True after Ctrl-C. Reading it also confirms that a search has noticed the request."""
        if self._requested:
            self._stop_timer()
        return self._requested

    def request(self, number: int, frame: FrameType | None) -> None:
        """Handle SIGINT (`number` and `frame` as the signal module passes them).

        Raise KeyboardInterrupt at the second one. After NOTICE_SECONDS without a look at `requested`, raise
        it in the main thread.
        """
        if self._requested:
            raise KeyboardInterrupt
        self._requested = True
        self._timer = threading.Timer(NOTICE_SECONDS, _thread.interrupt_main)
        self._timer.daemon = True
        self._timer.start()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Handle Ctrl-C as a request while the block runs, in the main thread.

        If there was one, raise KeyboardInterrupt at the end, when the results have been printed, in place of
        any other exception.
        """
        before = signal.signal(signal.SIGINT, self.request)
        try:
            yield
        except Exception:
            if not self._requested:  # otherwise the error follows from the shortened search
                raise
        finally:
            self._stop_timer()
            signal.signal(signal.SIGINT, before)
        if self._requested:
            raise KeyboardInterrupt

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()


NO_INTERRUPT = Interrupt()  # the default, which nothing requests
