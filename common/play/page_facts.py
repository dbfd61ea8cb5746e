"""What a game tells its script on a page that plays in a browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple


class PageFacts(NamedTuple):
    """The facts of one game for its script.

    `setup` has options of a random start and constants, as JSON values. `boards` has a position for each
    board that the page offers, by the name that the page shows; by default there is one board. `words` are
    texts of the game. With `has_own_start` the script makes the start itself, although it is not random.
    `files` are for the engine's worker.
    """

    setup: Mapping[str, Any]
    boards: Mapping[str, Any] = {}
    words: Mapping[str, str] = {}
    has_own_start: bool = False
    files: Sequence[Path] = ()
