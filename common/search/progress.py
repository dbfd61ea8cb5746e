"""The interface by which long computations report progress. `show/progress_line.py` draws it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

Say = Callable[[str], None]  # replaces the text that is shown
Watch = Callable[
    [float | None], AbstractContextManager[Say]
]  # called with the time limit in seconds, None without one


@contextmanager
def unwatched(seconds: float | None = None) -> Iterator[Say]:
    """Show no progress: the default `Progress`."""
    yield lambda text: None
