"""Evaluation for the cats: mainly the number of safe captures. Matches chose the weights.

A capture is safe if it does not bring three cats into line. A hot line is a row or column with two cats.
"""

from __future__ import annotations

from typing import Any

from common.games.cats_and_dogs.board import SQUARES
from common.games.cats_and_dogs.safe_captures import count_hot_lines, count_safe_captures, safe_targets
from common.kernels.kernel import kernel, popcount
from common.rules.bits import bits_of
from common.rules.square_grid import around

SAFE = 10  # for each safe capture
HOT = 5  # penalty for each hot line
ALONE = -5  # penalty for each cat without a dog beside it: negative, so it is a bonus
ACTIVE = 5  # for each cat that has a safe capture
OUTSIDE = 3  # for each row or column that a cat is away from the middle one
SAFE_ONLY = {  # the simplest evaluation, for comparisons
    "SAFE": 1,
    "HOT": 0,
    "ALONE": 0,
    "ACTIVE": 0,
    "OUTSIDE": 0,
    "FORESEE": 0,
}


def ring(distance: int, axis: int) -> int:
    """Return the set of squares at least `distance` rows (`axis` 0) or columns (1) from the middle one."""
    return bits_of(at for at in SQUARES.squares if abs(divmod(at, 8)[axis] - 3) >= distance)


RINGS = tuple(ring(far, way) for far in (1, 2, 3) for way in (0, 1))


@kernel
def evaluate(state: Any) -> Any:
    """Return the estimated score of a state for the side to move; a safe capture counts SAFE."""
    cats, dogs, step = state
    score = SAFE * count_safe_captures(cats, dogs)
    if HOT:
        score -= HOT * count_hot_lines(cats)
    if ALONE:
        score -= ALONE * (5 - popcount(around(dogs) & cats))
    if ACTIVE:
        sideways, upright = safe_targets(cats, dogs)
        score += ACTIVE * popcount(cats & (sideways << 1 | sideways >> 1 | upright << 8 | upright >> 8))
    if OUTSIDE:
        for ring in RINGS:
            score += OUTSIDE * popcount(cats & ring)
    return -score if step else score
