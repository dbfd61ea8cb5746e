"""Iterative deepening as a kernel, so that a thread searches one depth after the other without Python, and reports by mail.

The mail is a block of words: where it ends, then one report after the other, each with its line; nothing in it changes once it
has been written. The thread that answers reads it whenever it likes.
"""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel, set_word, share_word, shared_word
from common.search.alpha_beta import INFINITE, NO_MOVE, principal, search
from common.search.move_order import PLIES, fade
from common.search.transposition import WON

HEAD = 6  # words of a report before its line: depth, move, score, nodes, 1 if proven, length of the line
MAIL = 1 + PLIES * HEAD + PLIES * PLIES  # words
FADE = 3
# `mail` is the handle of a block, `mailed` where it ends; the depth that is searched, the best move and the score before it
FIELDS = {"mail": 0, "mailed": 0, "window": 0, "depth": 0, "before": 0, "guess": 0}


@kernel
def begin_search(memory: Any) -> None:
    """Forget the last search, and half forget its history."""
    memory.nodes, memory.before, memory.guess, memory.mailed = 0, NO_MOVE, 0, 1
    share_word(memory.mail, 0, 1)
    fade(memory, FADE)


@kernel
def aspire(memory: Any, table: Any, state: Any, depth: int) -> int:
    """The score of a depth: by a window around the last one first, which is opened on the side where the score lies outside."""
    alpha, beta = -INFINITE, INFINITE
    if memory.window and depth > 3:
        alpha, beta = memory.guess - memory.window, memory.guess + memory.window
    score = search(memory, table, state, depth, alpha, beta, 0)
    while memory.stop == 0 and not alpha < score < beta:
        if score <= alpha:
            alpha = -INFINITE
        else:
            beta = INFINITE
        score = search(memory, table, state, depth, alpha, beta, 0)
    return score


@kernel
def next_depth(memory: Any, table: Any, state: Any, depth: int) -> bool:
    """Search one depth and report it; a depth that is stopped counts if its best move is new. True if a deeper one follows."""
    memory.best, memory.depth = NO_MOVE, depth
    score = aspire(memory, table, state, depth)
    memory.guess = score
    stopped = memory.stop != 0
    best = memory.best
    if best < 0 or (stopped and best == memory.before):
        return False
    length = 0 if stopped else principal(memory, table, state, best, depth)
    proven = not stopped and (memory.exact != 0 or WON - abs(score) <= depth)
    report(memory, depth, 1 if proven else 0, length)
    memory.before = best
    return not (stopped or proven)


@kernel
def report(memory: Any, depth: int, proven: int, length: int) -> None:
    """Send a report: it is there for others once the end of the mail has been moved behind it."""
    at = memory.mailed
    set_word(memory.mail, at, depth)
    set_word(memory.mail, at + 1, memory.best)
    set_word(memory.mail, at + 2, memory.score)
    set_word(memory.mail, at + 3, memory.nodes)
    set_word(memory.mail, at + 4, proven)
    set_word(memory.mail, at + 5, length)
    for ply in range(length):
        set_word(memory.mail, at + HEAD + ply, memory.line[ply])
    memory.mailed = at + HEAD + length
    share_word(memory.mail, 0, memory.mailed)


@kernel
def mail_end(memory: Any) -> int:
    """Where the mail ends, in a thread that reads it."""
    return shared_word(memory.mail, 0)


@kernel
def deepen(memory: Any, table: Any, state: Any, first: int, last: int) -> None:
    """Search from one depth to another, or until memory.stop or a proof."""
    depth = first
    while depth <= last and next_depth(memory, table, state, depth):
        depth += 1
