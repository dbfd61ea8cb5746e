"""The interface by which long computations report progress. `show/progress_line.py` draws it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

ShowProgress = Callable[[str], None]  # replaces the text that is shown
# Called with the time limit in seconds, None without one.
Progress = Callable[[float | None], AbstractContextManager[ShowProgress]]


@contextmanager
def no_progress(seconds: float | None = None) -> Iterator[ShowProgress]:
    """Show no progress: the default `Progress`."""
    yield lambda text: None
