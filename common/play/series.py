"""A match of several games between the same sides, as an assignment defines it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from common.rules.position import Outcome


class Series:
    """The lines about the games of a match.

    `points` are those of a winner, of each side in a draw, and of a loser. `describe_count` returns a
    sentence with the count of a position, for a game that ended by forfeit.
    """

    def __init__(
        self, sides: tuple[str, str], points: tuple[int, int, int], describe_count: Callable[[Any], str]
    ) -> None:
        self._sides, self._points, self._counted = sides, points, describe_count

    def number(self, start: Any, recorded: int = 0) -> int:
        """Return the game's number in its match: `recorded`, or if that is 0, by the starting side.

        It is 1 if the first side starts, else 2.
        """
        return recorded or 1 + self._sides.index(start.turn)

    def announcement(self, start: Any, number: int) -> str:
        """Return the line before a game."""
        return f"Game {number}: {start.turn} starts"

    def result(self, outcome: Outcome, number: int, last: Any = None) -> str:
        """Return the line after a game. Add the current count if it ended by forfeit, in position `last`."""
        counted = f" {self._counted(last).rstrip('.')}." if last else ""
        return (
            f"Game {number}: {outcome.reason.rstrip('.')}.{counted} "
            f"{self._points_text(self._points_of(outcome))}."
        )

    def total(self, outcomes: Sequence[Outcome]) -> str:
        """Return the line after all games of a match: the points of both sides."""
        first, second = map(sum, zip(*map(self._points_of, outcomes), strict=True))
        return f"Match: {self._points_text((first, second))}"

    def _points_of(self, outcome: Outcome) -> tuple[int, int]:
        """Return the points of both sides for an outcome."""
        win, draw, loss = self._points
        if outcome.winner is None:
            return draw, draw
        return (win, loss) if outcome.winner == self._sides[0] else (loss, win)

    def _points_text(self, points: tuple[int, int]) -> str:
        first, second = (f"{side} {count} points" for side, count in zip(self._sides, points, strict=True))
        return f"{first}, {second}"
