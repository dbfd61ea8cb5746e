"""Levels of the dogs' double moves, listed whole."""

from __future__ import annotations

from typing import Any

from common.games.cats_and_dogs.double_moves import WIDTH
from common.kernels.kernel import Kernels, State
from common.rules.square_grid import NO_STEP


def list_whole_level(kernels: Kernels, memory: Any, state: State, level: int, at: int) -> int:
    """Write all parts of a level to memory.moves from `at` on; return the end."""
    ply = at // WIDTH
    memory.resume[ply] = NO_STEP
    at = int(kernels.list_level(memory, state, level, at, ply))
    while memory.resume[ply] != NO_STEP:
        at = int(kernels.list_level(memory, state, level, at, ply))
    return at
