"""Evaluation of a position: features of each side, and their weights.

Weights are in 1/40 of a square. The four columns are for a crowded and for an empty board at the end of the
turns, then for both far from it. They are fitted to outcomes. At the turn limit only the lead counts.
"""

from __future__ import annotations

from typing import Any

from common.games.duel7.board import BOARD, SQUARES
from common.games.duel7.square_shapes import beside_two, count_moves, diagonal_pairs, enclosed_by
from common.games.duel7.tapered import stage_table, tapered_weights
from common.kernels.kernel import kernel, popcount
from common.rules.bits import bits_of
from common.rules.square_grid import around

SPACE = 40  # the score of a square
CROWD_COUNT = 6
STAGE_COUNT = 7
FEATURE_WEIGHTS = (
    (105, 35, 69, -19),  # moveable space
    (34, 0, 38, -3),  # empty squares two steps away
    (-11, 3, -28, 8),  # the same, but not beside a piece of the other side
    (0, 0, -4, 5),  # moves
    (-3, 22, 11, -7),  # empty squares beside two pieces
    (0, -8, -4, -7),  # pieces on the rim
    (-2, -9, -5, -5),  # pairs of pieces that touch at a corner
    (-9, -15, -14, -5),  # pieces beside the other side
    (-3, -16, -25, 3),  # pieces with four empty neighbours
    (9, 15, 19, 41),  # fraction of all pieces, in 64ths
    (14, 5, 4, 1),  # bonus for the side to move
    (18, 10, 10, 7),  # bonus for the side that makes the last move
)
FEATURES = len(FEATURE_WEIGHTS)
STAGE = stage_table(STAGE_COUNT)
WEIGHTS = tapered_weights(FEATURE_WEIGHTS, CROWD_COUNT, STAGE_COUNT)
EDGE = bits_of(at for at in SQUARES.squares if SQUARES.near[at].bit_count() < 4)


@kernel
def evaluate(state: Any) -> Any:
    """Return the estimated score of a state for the side to move, in 1/40 of a square."""
    own, other, left = state
    empty = BOARD & ~(own | other)
    at = FEATURES * (STAGE_COUNT * (popcount(empty) >> 3) + STAGE[min(left, STAGE_COUNT * STAGE_COUNT)])
    last = WEIGHTS[at + 11] if left & 1 else -WEIGHTS[at + 11]
    return side_score(own, other, empty, at) - side_score(other, own, empty, at) + WEIGHTS[at + 10] + last


@kernel
def side_score(own: int, other: int, empty: int, at: int) -> int:
    """Return the score of a side's features, with the weights from index `at` on."""
    space, touched = around(own) & empty, around(other)
    reach = around(space) & empty & ~space
    score = WEIGHTS[at] * popcount(space)
    score += WEIGHTS[at + 1] * popcount(reach)
    score += WEIGHTS[at + 2] * popcount(reach & ~touched)
    score += WEIGHTS[at + 3] * count_moves(own, empty)
    score += WEIGHTS[at + 4] * popcount(beside_two(own) & empty)
    score += WEIGHTS[at + 5] * popcount(own & EDGE)
    score += WEIGHTS[at + 6] * diagonal_pairs(own)
    score += WEIGHTS[at + 7] * popcount(own & touched)
    score += WEIGHTS[at + 8] * popcount(own & enclosed_by(empty))
    return score + WEIGHTS[at + 9] * (64 * popcount(own) // popcount(BOARD & ~empty))
