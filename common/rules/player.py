"""What a player may do: decide a move, forfeit, or, if it is human, ask for something else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from common.rules.errors import visible
from common.rules.position import Position


class ForfeitError(Exception):
    """A player forfeits the game.

    The message says what it did, e.g. `gives up`. `detail` holds the last words of its program, and `kind`
    is the category counted in statistics.
    """

    def __init__(self, reason: str, detail: str = "", kind: str = "crash") -> None:
        super().__init__(reason)
        self.detail, self.kind = visible(detail), kind


class Request(Exception):
    """A human asks for something other than a move, such as taking one back. The game then continues."""


class StatelessPlayer:
    """A player that uses the current position only, so a game can be resumed without replaying it."""

    def __init__(self, decide: Callable[[Any], Any]) -> None:
        self._decide = decide

    def __call__(self, position: Position) -> Any:
        """Return the move for a position. Exceptions of the player propagate."""
        return self._decide(position)
