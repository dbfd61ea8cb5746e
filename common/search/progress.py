"""How whatever takes long says how far it is; `show/progress_line.py` draws it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

Say = Callable[[str], None]  # what to show from now on
Watch = Callable[[float | None], AbstractContextManager[Say]]  # for so many seconds at most, None without a limit


@contextmanager
def unwatched(seconds: float | None = None) -> Iterator[Say]:
    """Nothing is shown."""
    yield lambda text: None
