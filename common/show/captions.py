"""What stands below the pictures of a game: the number of the move, who made it, what it was; then the score."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from common.rules.position import Outcome, P, moves_between


def captions(history: Sequence[P], scores: Sequence[str], outcome: Outcome | None, reason: str = "") -> list[list[str]]:
    """Two lines for each position; the last one has how the game ended, with a `reason` or without."""
    moves = zip(pairwise(history), moves_between(history), strict=True)
    told = ["start", *(f"move {ply}: {before.turn} {text}" for ply, ((before, _), text) in enumerate(moves, 1))]
    lines = [list(both) for both in zip(told, scores, strict=True)]
    if outcome:
        won = f"{outcome.winner} wins" if outcome.winner else "draw"
        lines[-1][1] = ": ".join(filter(None, (lines[-1][1], reason.rstrip("."), won)))
    return lines
