"""Double moves in order of the safe captures that they leave, for alpha-beta and proof-number search."""

from __future__ import annotations

from typing import Any

from common.games.cats_and_dogs.double_moves import WIDTH, list_by_weight, weight
from common.games.cats_and_dogs.kernels import WHOLE_TURNS
from common.games.cats_and_dogs.safe_captures import (
    MOST_CAPTURES,
    capture_weights,
    count_hot_lines,
    count_safe_captures,
    estimate_work,
    list_fewest_captures,
    store_captures,
    total_work_after,
    work_to_answer,
)
from common.games.cats_and_dogs.shared_table import INFINITE_NUMBER
from common.kernels.kernel import kernel
from common.rules.square_grid import NO_STEP
from common.search.alpha_beta import generate


@kernel
def generate_first(memory: Any, state: Any, most: int, ply: int) -> Any:
    """Write about `most` double moves, those that leave the fewest safe captures; return the end.

    They go to memory.moves from ply * WIDTH on. Write none if the side to move has no double move.
    """
    first = ply * WIDTH
    return (
        list_fewest_captures(memory, state[0], state[1], most, first)
        if state[2] == 1 and WHOLE_TURNS
        else first
    )


@kernel
def list_level(memory: Any, state: Any, level: int, at: int, ply: int) -> Any:
    """Write the next double moves that leave `level` safe captures; return the end.

    They go to memory.moves from `at` on. memory.resume is NO_STEP at the beginning of a level and again when
    it is listed. Level 0 has to be listed first, as `effort` depends on it. If the side to move has no double
    move, level 0 holds all of its moves.
    """
    cats, dogs, step = state
    if step != 1 or not WHOLE_TURNS:
        return at if level else generate(memory, state, ply)
    if level == 0 and memory.resume[ply] == NO_STEP:
        store_captures(memory, cats, ply)
    ones, twos, fours = capture_weights(cats)
    change = level - weight(dogs, ones, twos, fours)
    at, memory.resume[ply] = list_by_weight(
        memory, cats, dogs, ones, twos, fours, change, memory.resume[ply], 1, at
    )
    return at


@kernel
def level_effort(state: Any, level: int) -> int:
    """Estimate the work of a proof on this level: the more safe captures are left, the more work.

    Return INFINITE_NUMBER for a level without moves.
    """
    if state[2] != 1 or not WHOLE_TURNS:
        return INFINITE_NUMBER if level else 1
    return (
        (level + 1) * estimate_work(level, 0, count_hot_lines(state[0]))
        if level <= MOST_CAPTURES
        else INFINITE_NUMBER
    )


@kernel
def effort(memory: Any, state: Any, child: Any, ply: int) -> tuple[int, int]:
    """Estimate the proof number and the disproof number of `child`, a new position at ply + 1.

    They are for the side to move in `child`, whose parent is `state`. Level 0 of the parent must be listed.
    The dogs have to remove the safe captures: now, or after their double move those after each safe capture.
    They win if that is obvious, and lose if a safe capture ends contact.
    """
    cats, dogs, step = child
    if state[2] == 1 and WHOLE_TURNS:
        left = total_work_after(memory, dogs, ply)
    elif step == 1 and WHOLE_TURNS:
        left = work_to_answer(cats, dogs)
    else:
        left = estimate_work(count_safe_captures(cats, dogs), 0, count_hot_lines(cats))
    other = int(left < INFINITE_NUMBER) if left else INFINITE_NUMBER
    return (left, other) if step else (other, left)
