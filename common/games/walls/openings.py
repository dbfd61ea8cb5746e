"""Opening moves of 5x5 for levels that vary: the moves that a deep search finds good.

`python tests/bench openings` makes the file.
"""

from __future__ import annotations

import random
from functools import cache

from common.games.walls.proof_table import unmirrored
from common.games.walls.strategy import STRATEGY_FOLDER, Strategy, key_of
from common.games.walls.strategy_file import read_strategy
from common.kernels.kernel import Kernels, State

OPENINGS_SIZE = 5
OPENINGS_FILE = STRATEGY_FOLDER / "5x5-openings.bin"


@cache
def stored_openings() -> Strategy:
    """Load the opening moves of 5x5 from this package."""
    return Strategy.from_bytes(read_strategy(OPENINGS_FILE)[1])


def opening_move(kernels: Kernels, state: State, seed: int) -> int | None:
    """Return one of the stored opening moves of a 5x5 state, chosen by the seed, or None if there is none."""
    key, mirrored = key_of(kernels, state)
    moves = stored_openings().moves(key)
    return unmirrored(random.Random(f"{key} {seed}").choice(moves), mirrored) if moves else None
