"""How a game looks on a terminal and in pictures: a part of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic

from common.rules.position import Outcome, P
from common.show.style import COLOURS

if TYPE_CHECKING:
    from common.show.film import Film


class Look(Generic[P]):
    """The look of a game: the `colours` of its sides, its boards, which are shown `on_pipes`, too, or on terminals only."""

    colours = COLOURS
    on_pipes = True

    def show(self, position: P, before: P | None = None, move: Any = None) -> None:
        """Print the board; after a move from the position `before`, with that move marked."""
        raise NotImplementedError

    def film(self, history: Sequence[P], outcome: Outcome | None) -> Film:
        """Return one frame for the start and one for each move; the last says how the game ended."""
        raise NotImplementedError
