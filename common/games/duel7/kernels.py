"""Kernels of the rules, for the search.

A state is the own pieces, the other side's pieces, and the turns left.
"""

from __future__ import annotations

from typing import Any

from common.games.duel7.board import BOARD
from common.games.duel7.evaluation import SPACE
from common.kernels.kernel import kernel, popcount
from common.rules.square_grid import around, next_step
from common.search.alpha_beta import LARGER_REDUCTION_TABLE, NOT_OVER
from common.search.leads import decisive_score
from common.search.transposition import WON

WIDTH = 96  # a move crosses one of the 84 borders between two squares
REDUCTION_TABLE = LARGER_REDUCTION_TABLE


@kernel
def next_move(memory: Any, state: Any, move: int, ply: int) -> Any:
    """Return the move after `move` in the order of `Position.moves`, as origin * 64 + target.

    NO_STEP stands before the first and after the last.
    """
    own, other, _ = state
    return next_step(own, BOARD & ~(own | other), move)


@kernel
def play(state: Any, move: int) -> Any:
    """Return the state after a legal move, as the other side sees it."""
    own, other, left = state
    return other, own ^ 1 << (move >> 6) ^ 1 << (move & 63), left - 1


@kernel
def lead(state: Any) -> int:
    """Return the lead of the side to move, in squares of moveable space."""
    own, other, _ = state
    empty = BOARD & ~(own | other)
    return popcount(around(own) & empty) - popcount(around(other) & empty)


@kernel
def end_score(memory: Any, state: Any, ply: int) -> int:
    """Return the score of a finished game for the side to move, else NOT_OVER.

    `ply` is the number of plies since the root. A side without a move loses; later is better for it. At the
    turn limit the lead decides.
    """
    own, other, left = state
    if not around(own) & BOARD & ~(own | other):
        return ply - WON
    return NOT_OVER if left else decisive_score(SPACE * lead(state))


@kernel
def move_score(state: Any, move: int) -> int:
    """Score a move for its side by the lead in space after it."""
    return -1000 * lead(play(state, move))


@kernel
def horizon(state: Any) -> Any:
    """Return the number of turns left."""
    return state[2]


@kernel
def key(state: Any, depth: int) -> tuple[int, int]:
    """Return the pieces in two words, with the turns left if the search reaches the turn limit.

    It does so if `depth`, in plies, is at least the turns left.
    """
    own, other, left = state
    return own | (left << 55 if depth >= left else 0), other
