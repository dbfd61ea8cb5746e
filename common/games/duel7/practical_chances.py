"""Practical chances: among moves that keep a draw, the one after which most plausible replies lose.

Plausible replies are those with the highest `move_score` (kernels.py), the first that a search tries.
"""

from __future__ import annotations

from typing import Any

from common.games.duel7.kernels import WIDTH, end_score, move_score, play
from common.kernels.kernel import kernel
from common.search.alpha_beta import MAX_DEPTH, NOT_OVER, generate, search

CERTAIN = 1024  # a probability of 1


@kernel
def improve_chances(memory: Any, table: Any, state: Any, turns: int) -> None:
    """Replace memory.best, which keeps a draw, by the drawing move with the best practical chances.

    They are measured by `losing_probability` within `turns` turns. Of equals keep memory.best, else take the
    first. Once memory.stop is set, keep the best move so far.
    """
    most = losing_probability(memory, table, play(state, memory.best), turns, 1)
    last = generate(memory, state, 0)
    for at in range(last):
        child = play(state, memory.moves[at])
        found = (
            losing_probability(memory, table, child, turns, 1) if keeps_draw(memory, table, child, 1) else 0
        )
        if found > most and not memory.stop:
            most, memory.best = found, memory.moves[at]


@kernel
def find_practical_chances(memory: Any, table: Any, state: Any, most: int) -> None:
    """Call `improve_chances` within one turn, then within more, up to `most`."""
    for turns in range(1, most + 1):
        improve_chances(memory, table, state, turns)


@kernel
def losing_probability(memory: Any, table: Any, state: Any, turns: int, ply: int) -> Any:
    """Estimate the probability (in 1/1024) that the side to move loses a drawn position.

    It chooses at random among the plausible replies. If a reply does not lose, the other side tries again, up
    to `turns` turns in all. Return 0 if the game is over or memory.stop is set.
    """
    if memory.stop or end_score(memory, state, ply) != NOT_OVER:
        return 0
    first, last = ply * WIDTH, generate(memory, state, ply)
    best, count, total = -(1 << 30), 0, 0
    for at in range(first, last):
        number = move_score(state, memory.moves[at])
        if number > best:
            best, count = number, 0
        if number == best:
            memory.moves[first + count] = memory.moves[at]
            count += 1
    for at in range(first, first + count):
        child = play(state, memory.moves[at])
        if wins(memory, table, child, ply + 1):
            total += CERTAIN
        elif turns > 1 and end_score(memory, child, ply + 1) == NOT_OVER:
            most = 0
            for other in range(first + WIDTH, generate(memory, child, ply + 1)):
                grandchild = play(child, memory.moves[other])
                if not memory.stop and keeps_draw(memory, table, grandchild, ply + 2):
                    most = max(most, losing_probability(memory, table, grandchild, turns - 1, ply + 2))
            total += most
    return total // count


@kernel
def wins(memory: Any, table: Any, state: Any, ply: int) -> Any:
    """Return True if the side to move wins; return False, too, once memory.stop is set."""
    score = end_score(memory, state, ply)
    return (search(memory, table, state, MAX_DEPTH, 0, 1, ply) if score == NOT_OVER else score) > 0


@kernel
def keeps_draw(memory: Any, table: Any, state: Any, ply: int) -> Any:
    """Return True if the game goes on and the side to move does not win."""
    return end_score(memory, state, ply) == NOT_OVER and not wins(memory, table, state, ply)
