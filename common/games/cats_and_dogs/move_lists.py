"""Turns of unequal sides: one makes a safe step (safe_captures.py), the other two steps at once (double_moves.py).

A position is the first side's squares, the second's, and 0 if the first is to move, 1 or 2 for the second's steps; two searches
list its double steps by the safe steps that are left after them. WHOLE_TURNS is 0 where each of the two steps is a ply.
"""

from __future__ import annotations

from typing import Any

from common.games.cats_and_dogs.double_moves import list_weighing, weight
from common.games.cats_and_dogs.safe_captures import (
    MOST_STEPS,
    keep_steps,
    lines_of_two,
    list_fewest,
    safe_steps,
    safe_ways,
    work,
    work_after,
)
from common.kernels.kernel import kernel
from common.search.alpha_beta import GOES_ON, WIDTH, generate
from common.search.shared_table import NEVER

WHOLE_TURNS = 1
ENDLESS = 1 << 10  # more steps than are ever left: the first side has won
over: Any = None  # these are filled in by the game
play: Any = None
FILLED_IN = ("WHOLE_TURNS", "WIDTH", "over", "play")


@kernel
def list_first(memory: Any, state: Any, most: int, ply: int) -> Any:
    """The double steps that leave the fewest safe steps."""
    first = ply * WIDTH
    return list_fewest(memory, state[0], state[1], most, first) if state[2] == 1 and WHOLE_TURNS else first


@kernel
def list_level(memory: Any, state: Any, level: int, at: int, ply: int) -> Any:
    """For proofs: the double steps that leave so many safe steps; of other positions all moves."""
    movers, others, step = state
    if step != 1 or not WHOLE_TURNS:
        return at if level else generate(memory, state, ply)
    if level == 0:
        keep_steps(memory, movers, ply)
    ones, twos, fours = safe_ways(movers)
    return list_weighing(memory, movers, others, ones, twos, fours, level - weight(others, ones, twos, fours), at)


@kernel
def level_effort(state: Any, level: int) -> int:
    """The work after a safe step, as many times as there are of them."""
    if state[2] != 1 or not WHOLE_TURNS:
        return NEVER if level else 1
    return (level + 1) * work(level, 0, lines_of_two(state[0])) if level <= MOST_STEPS else NEVER


@kernel
def effort(memory: Any, state: Any, child: Any, ply: int) -> tuple[int, int]:
    """The second side has to take the safe steps away: now, or after its double step those after each safe step."""
    movers, others, step = child
    whole = state[2] == 1 and WHOLE_TURNS
    left = work_after(memory, others, ply) if whole else work(safe_steps(movers, others), 0, lines_of_two(movers))
    return (left, 1) if step else (int(left < NEVER), left)


# Plain alpha-beta of three whole turns: the second side's, the first side's step, the second side's again.


@kernel
def best_of_three(memory: Any, state: Any) -> Any:
    """The second side's move by which the fewest safe steps are left three turns later, the first of the best."""
    last, least, choice = generate(memory, state, 0), ENDLESS + 1, 0
    for at in range(last):
        child = play(state, memory.moves[at])
        left = most_left(memory, child, least) if over(memory, child, 0) == GOES_ON else ENDLESS
        if left < least:
            least, choice = left, memory.moves[at]
    return choice


@kernel
def most_left(memory: Any, state: Any, enough: int) -> int:
    """The most safe steps that a step of the first side leaves after the best answer, or `enough`; -1 if all lose at once."""
    most = -1
    for at in range(WIDTH, generate(memory, state, 1)):
        child = play(state, memory.moves[at])
        score = over(memory, child, 0)
        most = max(most, fewest_left(memory, child) if score == GOES_ON else -1 if score > 0 else ENDLESS)
        if most >= enough:
            break
    return most


@kernel
def fewest_left(memory: Any, state: Any) -> Any:
    """The fewest safe steps that the second side's turn can leave; ENDLESS if it loses with every move."""
    fewest = fewest_of(memory, state, list_first(memory, state, 1, 2))
    return fewest_of(memory, state, generate(memory, state, 2)) if fewest == ENDLESS else fewest


@kernel
def fewest_of(memory: Any, state: Any, last: int) -> Any:
    """The same, of the moves that are listed."""
    fewest = ENDLESS
    for at in range(2 * WIDTH, last):
        child = play(state, memory.moves[at])
        if over(memory, child, 0) == GOES_ON:
            fewest = min(fewest, safe_steps(child[0], child[1]))
    return fewest
