"""The winner of a position of any game, by brute force on its rules."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def winner(position: Any) -> str | None:
    """Return the winner by brute force; immediate wins are tried first."""
    if outcome := position.outcome():
        return outcome.winner  # type: ignore[no-any-return]
    found = set()
    for after in sorted(map(position.play, position.moves()), key=lambda after: after.outcome() is None):
        if (best := winner(after)) == position.turn:
            return best
        found.add(best)
    return None if None in found else found.pop()
