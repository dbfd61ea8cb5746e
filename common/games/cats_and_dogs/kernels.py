"""Kernels of the rules, for the search; the dogs' two moves are one decision.

A state is the cats, the dogs and the step. Step 0: the cats move. Steps 1 and 2: the dogs' first and second
move.
"""

from __future__ import annotations

from typing import Any

from common.games.cats_and_dogs.double_moves import (
    WIDTH,
    list_by_weight,
    move_piece,
    next_double_move,
    next_single_move,
    weight,
)
from common.games.cats_and_dogs.evaluation import evaluate
from common.games.cats_and_dogs.safe_captures import MOST_CAPTURES, capture_weights, count_safe_captures
from common.games.cats_and_dogs.square_lines import three_in_line
from common.kernels.kernel import kernel, popcount
from common.rules.square_grid import around, next_step
from common.search.alpha_beta import NOT_OVER
from common.search.transposition import WON

FIRST_STAGE_MOVES = 24  # double moves that are searched first
FORESEE = 1  # 0: do not see the loss of cats without a safe capture in advance
WHOLE_TURNS = 1  # 0: each single move of the dogs is a ply, so that single moves can be counted


@kernel
def next_move(memory: Any, state: Any, move: int, ply: int) -> Any:
    """Return the move after `move`; NO_STEP stands before the first and after the last.

    A single move is origin * 64 + target. The dogs' turn at step 1 is a double move (double_moves.py) unless
    WHOLE_TURNS is 0.
    """
    cats, dogs, step = state
    if step == 0:
        return next_step(cats, dogs, move)
    if step == 2 or not WHOLE_TURNS:
        return next_single_move(cats, dogs, step, move)
    return next_double_move(memory, cats, dogs, move, ply)


@kernel
def play(state: Any, move: int) -> Any:
    """Return the state after a move of `next_move`, without checking that it is legal.

    The dogs stay to move after the first of two single moves if WHOLE_TURNS is 0.
    """
    cats, dogs, step = state
    if step == 0:
        return move_piece(cats, move), dogs ^ 1 << (move & 63), 1
    if step == 2 or WHOLE_TURNS or move == 0:
        return cats, move_piece(move_piece(dogs, move >> 12), move & 4095), 0
    return cats, move_piece(dogs, move), 2


@kernel
def end_score(memory: Any, state: Any, ply: int) -> int:
    """Return the score of a finished game for the side to move, else NOT_OVER.

    Three cats in line count before the end of contact. With FORESEE, cats without a safe capture lose below
    the root: their next capture brings three into line.
    """
    cats, dogs, step = state
    if three_in_line(cats):
        return WON - ply if step else ply - WON
    if around(cats) & dogs == 0:
        return ply - WON if step else WON - ply
    if FORESEE and ply and step == 0 and count_safe_captures(cats, dogs) == 0:
        return ply + 1 - WON
    return NOT_OVER


@kernel
def move_score(state: Any, move: int) -> Any:
    """Score a move for its side by the evaluation of the position after it."""
    return -100 * evaluate(play(state, move))


@kernel
def horizon(state: Any) -> int:
    """Return the most plies that the game can still last, as every second ply captures a dog.

    This holds if WHOLE_TURNS is 1.
    """
    return 2 * popcount(state[1]) + 1


@kernel
def generate_first(memory: Any, state: Any, most: int, ply: int) -> Any:
    """Write the double moves that leave the fewest safe captures, at least `most` if possible.

    They go to memory.moves from ply * WIDTH on. All that leave equally few are listed, so there may be more
    than `most`. Write none if the side to move has no double move. Return the end of the list.
    """
    cats, dogs, step = state
    first = at = ply * WIDTH
    ones, twos, fours = capture_weights(cats)
    change, last = -weight(dogs, ones, twos, fours), MOST_CAPTURES - weight(dogs, ones, twos, fours)
    while step == 1 and WHOLE_TURNS and at - first < most and change <= last:
        at = list_by_weight(memory, cats, dogs, ones, twos, fours, change, at)
        change += 1
    return at


@kernel
def key(state: Any, depth: int) -> tuple[int, int]:
    """Return the whole state in two words; `depth` is ignored."""
    return state[0] << 2 | state[2], state[1]
