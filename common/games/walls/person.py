"""The human player of Walls: arrow keys are moves, and an answer may hold several moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from common.games.walls.board import FORWARD
from common.play.dialogue import Person

if TYPE_CHECKING:
    from walls import Position


def stays(position: Position, move: str) -> bool:
    """Return True if a move is a try-forward that fails."""
    return move == FORWARD and position.ahead(position.mover) is None


class Walker(Person["Position"]):
    """A human player; a failed try-forward cancels the remaining moves of an answer."""

    several = True
    keys: Mapping[str, str] = {"up": "f", "left": "l", "right": "r"}

    def fails(self, position: Position, move: Any) -> bool:
        return stays(position, move)
