"""The kernels that the page calls: the rules, and exact search where few squares are left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from common.games.squirrels.exact_rules import INFINITE
from common.games.squirrels.exact_search import EXACT_KERNELS, NO_SQUARE
from common.kernels.jit.wasm import BrowserKernels
from common.play.game import Game
from common.search.bucket_table import WAYS

EXACT_SEARCH = BrowserKernels(
    EXACT_KERNELS,
    ("search", "play", "gain", "free_squares", "turned_pieces", "pattern"),
    {"INFINITE": INFINITE, "NO_SQUARE": NO_SQUARE, "WAYS": WAYS},
)


def browser_kernels(game: Game[Any, Any]) -> Sequence[BrowserKernels]:
    """Return the kernels of the rules and exact search."""
    return (EXACT_SEARCH,)
