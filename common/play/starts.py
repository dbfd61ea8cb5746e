"""The start positions of a game. A part of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, cast, final

from common.play.setup import S, Setup
from common.rules.position import P

if TYPE_CHECKING:
    from common.play.notation import Notation
    from common.play.session import Files


class Starts(Generic[P, S]):
    """The start positions by options, by seed and by number. `setup` is the type of the options.

    A game sets `notation` and `default_start`.
    """

    setup: type[S] = cast("type[S]", Setup)
    notation: Notation[P]
    default_start: P

    def start_positions(self, setup: S, seed: int) -> list[P]:
        """Return the start position of each game of a call. Raise BadInput.

        By default it is one: that of the words, else `default_start`. `seed` only counts in random starts.
        """
        return [self.notation.read_words(setup.words) if setup.words else self.default_start]

    def opening(self, number: int, size: int = 0) -> P:
        """Return start position `number`, from 0, for a pair of games: by default after two moves.

        Equal numbers give equal positions. `size` is the side length of the board, 0 for the default.
        """
        position = self.default_start
        for _ in range(2):
            number, choice = divmod(number, len(position.moves()))
            position = position.play(position.moves()[choice])
        return position

    def after_forced_moves(self, start: P) -> P | None:
        """Return a start after forced moves, such as a pass. Return None if the side to move has no turn."""
        return start

    @final
    def play_forced_moves(self, start: P) -> P:
        """Return a start after forced moves, such as a pass.

        If the side to move has no turn, it is the start itself.
        """
        return self.after_forced_moves(start) or start

    @final
    def can_move(self, position: P) -> bool:
        """Return True if the side to move has a move. The position need not be reachable."""
        return self.after_forced_moves(position) == position and bool(position.moves())

    def files(self, setup: S, files: Files) -> Files:
        """Return the output files, which the set-up may change; by default as they are."""
        return files

    @final
    def is_random(self, setup: S) -> bool:
        """Return True if the start position is random."""
        return self.start_positions(setup, 0) != self.start_positions(setup, 1)
