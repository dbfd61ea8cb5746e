"""The kernels of the small game's page: none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def browser_kernels(game: Any) -> Sequence[Any]:
    return ()
