"""A progress line for searches on stderr, on a terminal only. It is erased at the end."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from common.search.results import Progress, ShowProgress, no_progress
from common.show.window import has_escape_codes

TICK = 0.1  # seconds between two updates
ERASE = "\r\x1b[K"
DRAWING = threading.Lock()


class ProgressLine:
    """A line with the seconds left (elapsed if `seconds` is None) and the latest text.

    It is shown if `wanted`, and only on a terminal that can erase a line.
    """

    def __init__(self, wanted: bool, seconds: float | None) -> None:
        self._shown = wanted and is_visible()
        self._seconds, self._text = seconds, ""
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> ProgressLine:
        if self._shown:
            self._began = time.monotonic()
            self._thread.start()
        return self

    def say(self, text: str) -> None:
        """Set the text of the line. It appears at the next update."""
        self._text = text

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        if self._shown:
            self._thread.join()
            print(ERASE, end="", file=sys.stderr, flush=True)

    def _tick(self) -> None:
        import shutil

        while not self._done.wait(TICK):
            spent = time.monotonic() - self._began
            clock = f"{spent:.1f} s"
            if self._seconds is not None:
                clock = f"{max(self._seconds - spent, 0):.1f} s left"
            line = f"{clock}  {self._text}"[: shutil.get_terminal_size().columns - 1]
            with DRAWING:
                print(f"{ERASE}{line}", end="", file=sys.stderr, flush=True)


def print_above_progress(text: str) -> None:
    """Print a line on stdout, in place of the progress line.

    The progress line is then redrawn below.
    """
    with DRAWING:
        if sys.stderr.isatty():
            print(ERASE, end="", file=sys.stderr, flush=True)
        print(text, flush=True)


def progress_watch(wanted: bool) -> Progress:
    """Return `show_progress`, or `no_progress` if nobody wants or would see the line."""
    return show_progress if wanted and is_visible() else no_progress


def is_visible() -> bool:
    """Return True if stderr is a terminal that can redraw a line."""
    return sys.stderr.isatty() and has_escape_codes()


@contextmanager
def show_progress(seconds: float | None) -> Iterator[ShowProgress]:
    """Show a progress line, and yield the function that sets its text.

    `seconds` is the time limit, from which it counts down. Without one it counts up.
    """
    with ProgressLine(True, seconds) as live:
        yield live.say
