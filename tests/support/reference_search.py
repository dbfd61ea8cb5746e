"""Reference search for tests: alpha-beta without a table or any other technique."""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel
from common.kernels.linked_kernels import LinkedKernels
from common.search.alpha_beta import INFINITE, NO_MOVE, NOT_OVER, keeps_turn, search_frontier
from tests.support.variants import perft

next_move: Any = None  # this and the following placeholders are replaced by the game's kernels
play: Any = None
end_score: Any = None
evaluate: Any = None


@kernel
def alpha_beta(memory: Any, state: Any, depth: int, alpha: int, beta: int, ply: int) -> int:
    """Return the score for the side to move by textbook alpha-beta (fail-soft) to a fixed depth.

    It tries moves in the order of `next_move`. At ply 0 it sets memory.best, the first of several best moves.
    """
    memory.nodes += 1
    score = end_score(memory, state, ply)
    if score != NOT_OVER:
        return score
    if depth == 0:
        return evaluate(state)
    if depth == 1 and ply:
        return search_frontier(memory, state, alpha, beta, ply)
    best, move = -INFINITE, next_move(memory, state, NO_MOVE, ply)
    while move != NO_MOVE:
        child = play(state, move)
        if keeps_turn(state, child):
            score = alpha_beta(memory, child, depth - 1, alpha, beta, ply + 1)
        else:
            score = -alpha_beta(memory, child, depth - 1, -beta, -alpha, ply + 1)
        if score > best:
            best = score
            if ply == 0:
                memory.best = move
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        move = next_move(memory, state, move, ply)
    return best


def with_reference(linked: LinkedKernels) -> LinkedKernels:
    """Return linked kernels with perft and alpha-beta."""
    return LinkedKernels(
        f"{linked.name}_reference",
        linked.names | {"perft": perft, "alpha_beta": alpha_beta},
        records=linked.records,
        state_size=linked.state_size,
        compiles=linked.compiles,
    )
