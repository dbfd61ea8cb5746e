"""One depth of iterative deepening as a kernel."""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel
from common.search.alpha_beta import INFINITE, NO_MOVE, search, write_principal_variation
from common.search.move_order import age_history
from common.search.transposition import WON

HISTORY_SHIFT = 3  # the history is divided by 2 ** HISTORY_SHIFT for each new search
# The aspiration window, and the result of the last depth: its score, 1 if proven, the length of its line.
FIELDS = {"window": 0, "previous_score": 0, "proven": 0, "length": 0}


@kernel
def begin_search(memory: Any) -> None:
    """Prepare a new search. Its limit is the caller's."""
    memory.nodes, memory.previous_best, memory.previous_score = 0, NO_MOVE, 0
    age_history(memory, HISTORY_SHIFT)


@kernel
def search_depth(memory: Any, table: Any, state: Any, depth: int) -> bool:
    """Search one depth with an aspiration window. Return False if it was stopped or its score is proven.

    Set memory.best (NO_MOVE if there is no news), memory.score, memory.proven, memory.line and memory.length.
    """
    memory.best = NO_MOVE
    alpha, beta = -INFINITE, INFINITE
    if memory.window and depth > 3:
        alpha, beta = memory.previous_score - memory.window, memory.previous_score + memory.window
    score = search(memory, table, state, depth, alpha, beta, 0)
    while memory.stop == 0 and not alpha < score < beta:
        if score <= alpha:
            alpha = -INFINITE
        else:
            beta = INFINITE
        score = search(memory, table, state, depth, alpha, beta, 0)
    memory.previous_score = score
    best, stopped = memory.best, memory.stop != 0
    memory.proven, memory.length = 0, 0
    if stopped or best < 0:
        if best == memory.previous_best:
            memory.best = NO_MOVE
        return False
    memory.length = write_principal_variation(memory, table, state, best, depth)
    if memory.exact != 0 or WON - abs(score) <= depth:
        memory.proven = 1
    memory.previous_best = best
    return not memory.proven
