"""How a long computation reports its progress; `show/progress_line.py` draws it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

Say = Callable[[str], None]  # what to show from now on
Watch = Callable[
    [float | None], AbstractContextManager[Say]
]  # called with the limit in seconds, None without one


@contextmanager
def unwatched(seconds: float | None = None) -> Iterator[Say]:
    """A `Watch` that shows nothing."""
    yield lambda text: None
