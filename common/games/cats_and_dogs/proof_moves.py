"""Moves in the order of a proof (proof_number.py), and the work that it takes to prove a win by them.

The dogs have to remove all safe captures. A level holds the double moves that leave so many of them. The
estimate looks two plies ahead: at each safe capture, and at what the dogs then have to remove.
"""

from __future__ import annotations

from typing import Any

from common.games.cats_and_dogs.board import BOARD
from common.games.cats_and_dogs.double_moves import list_by_weight, weight
from common.games.cats_and_dogs.safe_captures import (
    MOST_CAPTURES,
    capture_weights,
    count_hot_lines,
    count_safe_captures,
    safe_squares,
)
from common.kernels.kernel import kernel, lowest_bit
from common.rules.square_grid import around
from common.search.alpha_beta import generate
from common.search.move_order import PLIES

INFINITE_NUMBER = 1 << 30  # number of an impossible proof or disproof; the other number is then 0
MOST_WORK = 80  # in quarters of a doubling
CAPTURE_WORDS = 8  # words of a capture: the cats after it, the three sets of weights, the hot lines
ALL_CAPTURE_WORDS = 4 * 64 * CAPTURE_WORDS  # from four sides onto every square
FIELDS = {"onto": 4 * PLIES, "after": ALL_CAPTURE_WORDS * PLIES}


@kernel
def list_level(memory: Any, state: Any, level: int, at: int, ply: int) -> Any:
    """Write the double moves that leave `level` safe captures; return the end.

    They go to memory.moves from `at` on. Level 0 has to be listed first, as `effort` depends on it. If the
    side to move has no double move, level 0 holds all of its moves.
    """
    cats, dogs, step = state
    if step != 1:
        return at if level else generate(memory, state, ply)
    if level == 0:
        store_captures(memory, cats, ply)
    ones, twos, fours = capture_weights(cats)
    change = level - weight(dogs, ones, twos, fours)
    return list_by_weight(memory, cats, dogs, ones, twos, fours, change, at)


@kernel
def level_effort(state: Any, level: int) -> Any:
    """Estimate the work of a proof on this level: the more safe captures are left, the more work.

    Return INFINITE_NUMBER for a level without moves.
    """
    if state[2] != 1:
        return INFINITE_NUMBER if level else 1
    if level > MOST_CAPTURES:
        return INFINITE_NUMBER
    return (level + 1) * estimate_work(level, 0, count_hot_lines(state[0]))


@kernel
def effort(memory: Any, state: Any, child: Any, ply: int) -> tuple[int, int]:
    """Estimate the proof number and the disproof number of `child`, a new position at ply + 1.

    They are for the side to move in `child`, whose parent is `state`. Level 0 of the parent must be listed.
    The dogs have to remove the safe captures: now, or after their double move those after each safe capture.
    They win if there is none, and lose if a safe capture ends contact.
    """
    cats, dogs, step = child
    if state[2] == 1:
        left = total_work_after(memory, dogs, ply)
    elif step == 1:
        ones, twos, fours = capture_weights(cats)
        left = work_to_answer(cats, dogs, ones, twos, fours, count_hot_lines(cats))
    else:
        left = estimate_work(count_safe_captures(cats, dogs), 0, count_hot_lines(cats))
    other = int(left < INFINITE_NUMBER) if left else INFINITE_NUMBER
    return (left, other) if step else (other, left)


@kernel
def store_captures(memory: Any, cats: int, ply: int) -> None:
    """Store for `ply` the cats, weights and hot lines after each safe capture, for any set of dogs."""
    for side in range(4):
        targets = safe_squares(cats, side)
        memory.onto[ply * 4 + side] = targets
        while targets:
            square = targets & -targets
            shift = 1 if side < 2 else 8
            after = cats ^ square ^ (square << shift if side & 1 else square >> shift)
            at = capture_index(square, side, ply)
            memory.after[at], memory.after[at + 4] = after, count_hot_lines(after)
            memory.after[at + 1], memory.after[at + 2], memory.after[at + 3] = capture_weights(after)
            targets ^= square


@kernel
def capture_index(square: int, side: int, ply: int) -> Any:
    """Return the index in memory.after of a capture onto a square, given as a set, from one side."""
    return ply * ALL_CAPTURE_WORDS + (side * 64 + lowest_bit(square)) * CAPTURE_WORDS


@kernel
def total_work_after(memory: Any, dogs: int, ply: int) -> Any:
    """Return the total work left after each safe capture; INFINITE_NUMBER if one of them ends contact.

    `store_captures` must have been called for this ply.
    """
    total = 0
    for side in range(4):
        captured = dogs & memory.onto[ply * 4 + side]
        while captured:
            square = captured & -captured
            at, rest = capture_index(square, side, ply), dogs ^ square
            cats = memory.after[at]
            if rest & around(cats) == 0:
                return INFINITE_NUMBER
            ones, twos, fours = memory.after[at + 1], memory.after[at + 2], memory.after[at + 3]
            total += work_to_answer(cats, rest, ones, twos, fours, memory.after[at + 4])
            captured ^= square
    return total


@kernel
def work_to_answer(cats: int, dogs: int, ones: int, twos: int, fours: int, hot: int) -> Any:
    """Estimate the dogs' work of removing all safe captures.

    `ones`, `twos` and `fours` are the squares' weights, and `hot` is the number of hot lines.
    """
    havens = BOARD & ~(dogs | cats | ones | twos | fours)
    stuck = weight(dogs & ~around(havens), ones, twos, fours)
    return estimate_work(weight(dogs, ones, twos, fours), stuck, hot)


@kernel
def estimate_work(captures: int, stuck: int, hot: int) -> Any:
    """Estimate the work of removing all safe captures.

    Each further capture takes 2.4 times as much, and a fifth more if its dog has no safe square beside it.
    Each hot line takes a sixth less.
    """
    quarters = min(max(5 * captures + stuck - hot, 0), MOST_WORK)
    return (4 + (quarters & 3)) << (quarters >> 2)
