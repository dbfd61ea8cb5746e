"""Evaluation: bricks laid, and the unmarked squares that each player can reach first.

Scores are for the player to move (states: moves.py). boards.py fills in BOARD.
"""

from __future__ import annotations

from typing import Any

from common.games.walls.board import BRICK, STALL
from common.games.walls.target_search import NOT_SEPARATED, gain_separated
from common.games.walls.territory import first_reached
from common.kernels.kernel import kernel, popcount
from common.search.alpha_beta import NOT_OVER
from common.search.leads import decisive_score

TERRITORY_WEIGHT = 10
SOLVE_SEPARATED = 1  # 0 switches off exact values of separated players
BOARD = 0
OVERRIDABLE = ("BOARD",)


@kernel
def end_score(memory: Any, state: Any, ply: int) -> Any:
    """Return the score if the game is over or the players are separated, else NOT_OVER.

    At ply 0 only the end of the game counts, so that the root is always searched.
    """
    own, other, me, you, _ = state
    lead = popcount(own) - popcount(other)
    if own | other != BOARD and (me & 15 < STALL or you & 15 < STALL):
        gain = gain_separated(memory, own, other, me, you) if SOLVE_SEPARATED and ply else NOT_SEPARATED
        if gain == NOT_SEPARATED:
            return NOT_OVER
        lead += gain
    return decisive_score(lead * BRICK)


@kernel
def evaluate(state: Any) -> Any:
    """Return the lead in bricks and territory; a shorter way to an unmarked square breaks ties."""
    own, other, me, you, _ = state
    lead = BRICK * (popcount(own) - popcount(other))
    if TERRITORY_WEIGHT == 0:
        return lead
    mine, theirs, near, far = first_reached(own, other, me, you)
    return (
        lead
        + TERRITORY_WEIGHT * (popcount(mine & ~own) - popcount(theirs & ~other))
        + min(far, STALL)
        - min(near, STALL)
    )
