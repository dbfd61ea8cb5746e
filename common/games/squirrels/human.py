"""The human player of the squirrel war, to whom free squares are listed by row."""

from __future__ import annotations

from typing import Any

from common.play.dialogue import HumanPlayer


class WarHuman(HumanPlayer[Any]):
    """A human player who names squares."""

    def move_group(self, move: str) -> tuple[str, str]:
        """Return the row of a square, and the square."""
        return f"row {move[1]}", move
