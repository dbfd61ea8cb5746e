"""The dialogue of Circle the Cat, in which cells may also be typed as 4 6."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from common.play.dialogue import HumanPlayer
from common.play.game import Game
from common.play.players import PlayerSettings
from common.rules.position import Player

if TYPE_CHECKING:
    from game import Position


class CatHuman(HumanPlayer["Position"]):
    """A human player: types a direction or keypad digit for the cat, or a cell for either side.

    A cell is typed as 4 6 or (4, 6).
    """

    def __init__(
        self, game: Game[Position, Any], settings: PlayerSettings, read_cell: Callable[[str, str], int]
    ) -> None:
        super().__init__(game, settings)
        self._read_cell = read_cell

    def read_move(self, position: Position, answer: str) -> int | None:
        """Return the cell that an answer names, by direction or by row and column; the move may be illegal.

        None is a step off the board. Raise BadInput if the answer is no move.
        """
        if re.fullmatch(r"[0-9]+[ ,]+[0-9]+", answer):
            answer = "({}, {})".format(*re.findall("[0-9]+", answer))
        if answer[:1] in ("(", "["):
            return self._read_cell(answer, "The cell")
        return position.read_move(answer)

    def move_group(self, move: str) -> tuple[str, str]:
        """Return the row and the column of a block; steps of the cat are not grouped."""
        numbers = re.findall("[0-9]+", move)
        return (f"row {numbers[0]}", numbers[1]) if numbers else ("", move)

    @cached_property
    def _adviser(self) -> Player[Position]:
        """The engine for hints, without the players' limits, so that it can prove the result."""
        return self.game.players.engine(PlayerSettings())
