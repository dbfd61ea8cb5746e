"""Two threads on one table of proofs: each sees which questions the other is working on.

If all moves must be refuted, the threads work on different moves where possible. A thread that answers a
question on which the other is working, too, tells it.
"""

from __future__ import annotations

from typing import Any

from common.games.cats_and_dogs.kernels import play
from common.games.cats_and_dogs.shared_table import hash_of, is_answer, look_up
from common.kernels.kernel import kernel
from common.search.alpha_beta import WIDTH, keeps_turn
from common.search.move_order import PLIES

OVERRIDABLE = ("play",)


@kernel
def enter_question(proofs: Any, thread: int, question_hash: int, ply: int) -> None:
    """Note that a thread (0 or 1) is working on a question, given as a hash; 0 stands for none."""
    proofs.path[thread * PLIES + ply] = question_hash


@kernel
def is_other_at(proofs: Any, thread: int, question_hash: int, ply: int) -> Any:
    """Return True if the other thread is working on a question, given as a hash, at this ply."""
    return proofs.path[(1 - thread) * PLIES + ply] == question_hash


@kernel
def report_answer(proofs: Any, thread: int, question_hash: int, ply: int) -> None:
    """Tell the other thread that this one has answered a question, if both are working on it at this ply.

    Not at ply 0: the first question has to end with a move of the thread's own.
    """
    least = proofs.known[1 - thread]
    if ply and is_other_at(proofs, thread, question_hash, ply) and (least == 0 or least > ply + 1):
        proofs.known[1 - thread] = ply + 1


@kernel
def is_answered_above(proofs: Any, thread: int, ply: int) -> Any:
    """Return True if a question on the thread's path down to this ply has been answered."""
    return 0 < proofs.known[thread] <= ply + 1


@kernel
def unshared_move(
    memory: Any, proofs: Any, state: Any, best: int, must_win: int, last_ply: int, ply: int
) -> Any:
    """Return `best`, or the hardest other open move if the other thread is working on `best`.

    Moves are indices of memory.moves. Return `best` also if no other move is open.
    """
    if not is_being_searched(memory, proofs, state, best, must_win, last_ply, ply):
        return best
    found, most = best, 0
    for at in range(ply * WIDTH, memory.ends[ply]):
        if memory.disproofs[at] > most and at != best:
            found, most = at, memory.disproofs[at]
    return found


@kernel
def is_being_searched(
    memory: Any, proofs: Any, state: Any, at: int, must_win: int, last_ply: int, ply: int
) -> Any:
    """Return True if the other thread is working on the position after move `at`."""
    child = play(state, memory.moves[at])
    asked = must_win if keeps_turn(state, child) else 1 - must_win
    return is_other_at(proofs, memory.thread, hash_of(child, asked, last_ply, ply + 1), ply + 1)


@kernel
def leave_question(
    memory: Any, proofs: Any, state: Any, must_win: int, last_ply: int, numbers: int, ply: int
) -> Any:
    """Leave a question and return its numbers.

    Report an answer to the other thread, or else take over the answer that it has found.
    """
    enter_question(proofs, memory.thread, 0, ply)
    if is_answer(numbers):
        report_answer(proofs, memory.thread, hash_of(state, must_win, last_ply, ply), ply)
    elif proofs.known[memory.thread] == ply + 1:
        proofs.known[memory.thread] = 0
        found = look_up(proofs, state, must_win, last_ply, ply)
        return found if found else numbers
    return numbers
