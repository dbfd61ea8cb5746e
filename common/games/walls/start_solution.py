"""`solve 3` and `solve 5`: who wins from the start, by the prover, and by the stored strategy and its check.

The board turned by half is the other player's, so a start has the same value for either starter.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from common.games.walls.board import MOVES
from common.games.walls.moves import state_of
from common.games.walls.solver import LeadProver
from common.games.walls.strategy import stored_moves
from common.games.walls.strategy_check import TARGETS, StrategyCheck
from common.kernels.deadline import Deadline
from common.search.compiled_game import CompiledGame
from common.search.results import Question, Solution

if TYPE_CHECKING:
    from walls import Position


def solve_by_prover(
    linked: CompiledGame[Position], starts: Sequence[Position], question: Question
) -> Solution:
    """Prove the value of 3x3 and of each first move; `starts` has a start position for each starter."""
    prover, deadline = LeadProver(linked.instance(), linked.fields), question.deadline()
    lines, facts, cost = list[str](), list[dict[str, Any]](), list[str]()
    for start, opposite in zip(starts, reversed(starts), strict=True):
        began, side, positions = time.monotonic(), start.turn, 0
        values = dict[str, int]()
        for name, position in [("", start), *((move, start.play(move)) for move in MOVES)]:
            value = lead_of(prover, position, start.mover, deadline)
            positions += prover.nodes
            if value is None:
                return Solution([*lines, f"{side} starts: not known yet"], facts, cost)
            values[name] = value
        value = values.pop("")
        question.on_proven(value)
        lines.append(f"{side} starts: {result_in_words(value, side, opposite.turn)}, proven")
        lines.append(", ".join(f"{move} {worth:+}" for move, worth in values.items()))
        best = max(values, key=values.__getitem__)
        known = {"starter": side, "value": value, "move": best, "moves": values}
        facts.append({**known, "positions": positions, "proven": True})
        cost.append(f"{positions} positions, {time.monotonic() - began:.1f} s")
    return Solution(lines, facts, cost, has_exact_value=True)


def lead_of(prover: LeadProver, position: Position, player: int, deadline: Deadline) -> int | None:
    """Prove the exact final lead of a player; return None at the deadline."""
    found = prover.solve(state_of(position), deadline)
    lead = found.low if position.mover == player else -found.low
    return lead if found.exact else None


def result_in_words(value: int, starter: str, opponent: str) -> str:
    """Return the result of best play in words; `value` is the lead of `starter`."""
    if value == 0:
        return "a draw"
    return f"{starter} wins by {value}" if value > 0 else f"{opponent} wins by {-value}"


def solve_by_strategy(linked: CompiledGame[Position], start: Position, question: Question) -> Solution:
    """Prove by the stored strategy of both sides that the starter of 5x5 wins by exactly 1.

    It is replayed against every reply, as `check` does. Raise BadInput if it fails.
    """
    check = StrategyCheck(stored_moves(), linked.instance(), linked.fields, question.deadline())
    best, lines = check.move(start), list[str]()
    sides = start.turn, start.play(MOVES[0]).turn
    for side, target in zip(sides, TARGETS, strict=True):
        line = check.run(start, side, target, question.progress)
        if line is None:
            lines.append(f"{side}: not known yet whether it ends {target:+} or better")
            return Solution(lines, [fact(side, None, None) for side in sides], ())
        if target > 0:
            question.on_proven(target)
        lines.append(line)
    lines += [f"{side} starts: {side} wins by 1, proven" for side in sides]
    facts = [fact(side, TARGETS[0], best) for side in sides]
    return Solution([*lines, f"Best: {best}"], facts, (), has_exact_value=True)


def fact(starter: str, value: int | None, move: str | None) -> dict[str, Any]:
    """Return what is known about a start as a JSON object."""
    return {"starter": starter, "value": value, "move": move, "proven": value is not None}
