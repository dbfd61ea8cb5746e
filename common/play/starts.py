"""Where games start: the first part of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, cast, final

from common.play.setup import S, Setup
from common.rules.position import P

if TYPE_CHECKING:
    from common.play.notation import Notation
    from common.record.saved_game import Files


class Starts(Generic[P, S]):
    """The starts of a game, by options, by seeds, and by numbers; `setup` is the type of the options.

    A game sets `notation` and `usual`, where a game starts of which nothing is said.
    """

    setup: type[S] = cast("type[S]", Setup)
    notation: Notation[P]
    usual: P

    def games(self, setup: S, seed: int) -> list[P]:
        """Return where the games of a call start, one after the other. Raise BadInput."""
        return [self.notation.read_words(setup.words) if setup.words else self.usual]

    def opening(self, number: int, size: int = 0) -> P:
        """Return the start of a pair of games in a match: the usual one after two moves, each number another one.

        `size` is the side of the board, 0 for the usual one.
        """
        position = self.usual
        for _ in range(2):
            number, choice = divmod(number, len(position.moves()))
            position = position.play(position.moves()[choice])
        return position

    def ready(self, start: P) -> P | None:
        """Return a start after forced moves, such as a pass; None if the side to move may not move."""
        return start

    @final
    def play_forced_moves(self, start: P) -> P:
        """Apply forced moves at the start, such as a pass."""
        return self.ready(start) or start

    @final
    def can_move(self, position: P) -> bool:
        """Return True if the side to move has a move; asked of positions that nobody may have played to."""
        return self.ready(position) == position and bool(position.moves())

    def files(self, setup: S, files: Files) -> Files:
        """Return what is written beside the terminal, where a set-up says more."""
        return files

    @final
    def is_random(self, setup: S) -> bool:
        """Return True if chance decides where the game starts."""
        return self.games(setup, 0) != self.games(setup, 1)
