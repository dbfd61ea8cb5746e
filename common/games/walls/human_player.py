"""The human player of Walls: an answer may hold several moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from common.games.walls.board import FORWARD
from common.play.dialogue import HumanPlayer

if TYPE_CHECKING:
    from walls import Position


def is_failed_try(position: Position, move: str) -> bool:
    """Return True if a move in `position` is a try-forward that fails."""
    return move == FORWARD and position.ahead(position.mover) is None


class WallsHumanPlayer(HumanPlayer["Position"]):
    """A human player; a failed try-forward cancels the remaining moves of an answer."""

    accepts_several_moves = True
    move_words = ("forward", "up", "left", "right")

    def has_no_effect(self, position: Position, move: Any) -> bool:
        return is_failed_try(position, move)
