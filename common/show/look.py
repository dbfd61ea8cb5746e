"""The look of a game on a terminal and in pictures. A part of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic

from common.rules.position import Outcome, P
from common.show.style import COLOURS

if TYPE_CHECKING:
    from common.show.film import Film


class Look(Generic[P]):
    """The look of a game: the colours of its sides and its boards.

    With `on_pipes`, boards are also printed on pipes, else on terminals only.
    """

    colours = COLOURS
    on_pipes = True

    def show(self, position: P, earlier: Sequence[P] = ()) -> None:
        """Print the board of `position`. On a terminal, mark the last move.

        `earlier` are the positions before it in its game, from the start on.
        """
        raise NotImplementedError

    def film(self, history: Sequence[P], outcome: Outcome | None) -> Film:
        """Return a film: a frame for the start and one for each move.

        The last one shows the result, unless the outcome is None.
        """
        raise NotImplementedError
