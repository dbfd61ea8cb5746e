"""The rules on machine words, as the search asks for them.

A state is the own pieces, the other side's, and the moves left.
"""

from __future__ import annotations

from typing import Any

from common.games.duel7.board import BOARD
from common.games.duel7.evaluation import SPACE
from common.kernels.kernel import kernel, popcount
from common.rules.square_grid import around, next_step
from common.search.alpha_beta import GOES_ON, REDUCED_MORE
from common.search.leads import decided
from common.search.transposition import WON

WIDTH = 96  # a move crosses one of the 84 borders between two squares
REDUCED = REDUCED_MORE


@kernel
def next_move(memory: Any, state: Any, move: int, ply: int) -> Any:
    """Return the move after this one, in the order of `Position.moves`, as origin * 64 + target."""
    own, other, _ = state
    return next_step(own, BOARD & ~(own | other), move)


@kernel
def play(state: Any, move: int) -> Any:
    """Return the other side's view after a move."""
    own, other, left = state
    return other, own ^ 1 << (move >> 6) ^ 1 << (move & 63), left - 1


@kernel
def lead(state: Any) -> int:
    """Return by how many squares of moveable space the side to move is ahead."""
    own, other, _ = state
    empty = BOARD & ~(own | other)
    return popcount(around(own) & empty) - popcount(around(other) & empty)


@kernel
def over(memory: Any, state: Any, ply: int) -> int:
    """Score the end: to be stuck loses, the sooner the worse; at the limit the lead decides."""
    own, other, left = state
    if not around(own) & BOARD & ~(own | other):
        return ply - WON
    return GOES_ON if left else decided(SPACE * lead(state))


@kernel
def move_score(state: Any, move: int) -> int:
    """Rate a move by the lead in space after it."""
    return -1000 * lead(play(state, move))


@kernel
def horizon(state: Any) -> Any:
    """Return the moves left."""
    return state[2]


@kernel
def key(state: Any, depth: int) -> tuple[int, int]:
    """Return the squares, with the moves left once the search looks as far as the limit."""
    own, other, left = state
    return own | (left << 55 if depth >= left else 0), other
