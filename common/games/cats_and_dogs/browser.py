"""What the page needs: the kernels of rules and search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from common.kernels.jit.wasm import BrowserKernels
from common.play.game import Game
from common.search.browser_kernels import search_kernels


def browser_kernels(game: Game[Any, Any]) -> Sequence[BrowserKernels]:
    """Return the kernels of rules and search."""
    return (search_kernels(game.search.compiled()),)
