"""Iterative deepening as a kernel, so that a search thread runs without Python.

A thread reports through a block of words that only grows: the first word is the end of the data, then come
the reports, each followed by its line. Written words never change, so the reading thread needs no lock.
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel, load_acquire, set_word, store_release
from common.search.alpha_beta import INFINITE, NO_MOVE, search, write_principal_variation
from common.search.move_order import PLIES, age_history
from common.search.transposition import WON

REPORT_HEAD_WORDS = (
    6  # words of a report before its line: depth, move, score, nodes, 1 if proven, length of the line
)
# Words for a report of every depth below PLIES, each with a line of that length.
REPORT_BLOCK_WORDS = 1 + sum(REPORT_HEAD_WORDS + depth for depth in range(1, PLIES))
HISTORY_SHIFT = 3  # the history is divided by 2 ** HISTORY_SHIFT for each new search
# The handle of the block for reports and the end of its data, the aspiration window, the current depth,
# and the score of the previous depth.
FIELDS = {"reports": 0, "reports_end": 0, "window": 0, "depth": 0, "previous_score": 0}


@kernel
def begin_search(memory: Any) -> None:
    """Reset the node count and the reports for a new search, and age the history.

    memory.stop and memory.budget are the caller's.
    """
    memory.nodes, memory.previous_best, memory.previous_score, memory.reports_end = 0, NO_MOVE, 0, 1
    store_release(memory.reports, 0, 1)
    age_history(memory, HISTORY_SHIFT)


@kernel
def search_with_window(memory: Any, table: Any, state: Any, depth: int) -> int:
    """Search one depth with an aspiration window and return the score, meaningless if memory.stop is set.

    The window is the score of the previous depth +- memory.window. There is none up to depth 3, or if
    memory.window is 0. If the score is outside, open that side and search again.
    """
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
    return score


@kernel
def search_depth(memory: Any, table: Any, state: Any, depth: int) -> bool:
    """Search one depth and report it. Return False if it was stopped or its score is proven.

    A stopped depth is reported only if its best move is new.
    """
    memory.best, memory.depth = NO_MOVE, depth
    score = search_with_window(memory, table, state, depth)
    memory.previous_score = score
    stopped = memory.stop != 0
    best = memory.best
    if best < 0 or (stopped and best == memory.previous_best):
        return False
    length = 0 if stopped else write_principal_variation(memory, table, state, best, depth)
    proven = not stopped and (memory.exact != 0 or WON - abs(score) <= depth)
    report(memory, depth, 1 if proven else 0, length)
    memory.previous_best = best
    return not (stopped or proven)


@kernel
def report(memory: Any, depth: int, proven: int, length: int) -> None:
    """Append memory.best, score and nodes and the first `length` moves of memory.line to the block.

    `proven` is 1 or 0. Readers see the report once the first word has been updated.
    """
    at = memory.reports_end
    set_word(memory.reports, at, depth)
    set_word(memory.reports, at + 1, memory.best)
    set_word(memory.reports, at + 2, memory.score)
    set_word(memory.reports, at + 3, memory.nodes)
    set_word(memory.reports, at + 4, proven)
    set_word(memory.reports, at + 5, length)
    for ply in range(length):
        set_word(memory.reports, at + REPORT_HEAD_WORDS + ply, memory.line[ply])
    memory.reports_end = at + REPORT_HEAD_WORDS + length
    store_release(memory.reports, 0, memory.reports_end)


@kernel
def end_of_reports(memory: Any) -> int:
    """Return the index of the word after the last report in the block, for the reading thread."""
    return load_acquire(memory.reports, 0)


@kernel
def deepen(memory: Any, table: Any, state: Any, first: int, last: int) -> None:
    """Search and report the depths from `first` to `last` inclusive, until memory.stop or a proof."""
    depth = first
    while depth <= last and search_depth(memory, table, state, depth):
        depth += 1
