"""Move ordering: table move, killers (Slate and Atkin 1977), the game's `move_score`, history."""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import kernel

PLIES = 128
FIELDS = {"killers": 2 * PLIES, "history": 2 << 12}

play: Any = None  # placeholders that the game's kernels replace
evaluate: Any = None
OVERRIDABLE = ("play", "evaluate", "move_score")


@kernel
def move_score(state: Any, move: int) -> Any:
    """Score a move by the evaluation after it, the default for games without a kernel of that name."""
    return -1000 * evaluate(play(state, move))


@kernel
def write_move_scores(memory: Any, state: Any, first: int, last: int, table_move: int, ply: int) -> None:
    """Write an ordering score for each of memory.moves[first:last] to memory.move_scores.

    `table_move` comes first (-1 for none). Killers of this ply get a bonus on top of `move_score` and
    history.
    """
    for at in range(first, last):
        move = memory.moves[at]
        if move == table_move:
            memory.move_scores[at] = 1 << 40
            continue
        rank = move_score(state, move) + (memory.history[history_index(move, ply)] >> 4)
        if move == memory.killers[2 * ply]:
            rank += 40_000
        elif move == memory.killers[2 * ply + 1]:
            rank += 30_000
        memory.move_scores[at] = rank


@kernel
def pick_best(memory: Any, at: int, last: int) -> None:
    """Swap the move at index `at` with the one of highest score from `at` up to, not including, `last`.

    Of several, that is the first.
    """
    best = at
    for other in range(at + 1, last):
        if memory.move_scores[other] > memory.move_scores[best]:
            best = other
    memory.moves[at], memory.moves[best] = memory.moves[best], memory.moves[at]
    memory.move_scores[at], memory.move_scores[best] = memory.move_scores[best], memory.move_scores[at]


@kernel
def record_cutoff(memory: Any, move: int, depth: int, ply: int) -> None:
    """Record a move that caused a cutoff as killer of its ply and in the history.

    Halve the whole history if a value grows too large.
    """
    if memory.killers[2 * ply] != move:
        memory.killers[2 * ply + 1] = memory.killers[2 * ply]
        memory.killers[2 * ply] = move
    where = history_index(move, ply)
    memory.history[where] += depth * depth
    if memory.history[where] > 1 << 20:
        age_history(memory, 1)


@kernel
def history_index(move: int, ply: int) -> int:
    """Return the index in memory.history of a move by the side at this ply. Moves may share an index."""
    return (ply & 1) << 12 | (move ^ move >> 12) & 4095


@kernel
def age_history(memory: Any, shift: int) -> None:
    """Divide the whole history by 2 ** shift, so that old cutoffs count less."""
    for where in range(2 << 12):
        memory.history[where] >>= shift
