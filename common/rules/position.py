"""The interface of every game's rules: positions, moves and outcomes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, Protocol, TypeVar


class Outcome(NamedTuple):
    """The result of a game.

    `winner` is the side that won (None for a draw), `reason` a sentence, and `margin` the winner's lead in
    points (0 in games without points).
    """

    winner: str | None
    reason: str
    margin: int = 0

    @property
    def verdict(self) -> str:
        """One sentence: the reason and the winner, or the draw."""
        if self.winner is None:
            return f"{self.reason}: draw"
        return f"{self.reason}: the {self.winner} wins"


class Position(Protocol):
    """An immutable, hashable position. The type of a move is up to the game. Its text is for people."""

    @property
    def turn(self) -> str:
        """The side to move."""

    def moves(self) -> list[Any]:
        """Return all legal moves, in an order that the game documents.

        Ask `outcome` first: a finished game may still list moves.
        """

    def play(self, move: Any) -> Any:
        """Return the position after a move, which is not checked."""

    def outcome(self) -> Outcome | None:
        """Return the outcome, or None while the game goes on."""

    def text(self, move: Any) -> str:
        """Return the notation of a move from this position. `read_move` is the inverse."""

    def read_move(self, text: str) -> Any:
        """Parse the notation of a move, legal or not. Raise BadInput if it is none."""


P = TypeVar("P", bound=Position)
Player = Callable[[P], Any]


class PendingMoves:
    """The later moves of decisions that span several moves, each stored under its position."""

    def __init__(self) -> None:
        self._later: dict[Any, Any] = {}

    def pop(self, position: Position) -> Any:
        """Remove and return the move decided earlier for this position, or return None."""
        return self._later.pop(position, None)

    def store(self, position: Position, moves: list[Any]) -> Any:
        """Store all but the first of `moves`, which start at this position, for `pop`. Return the first."""
        for move, later in pairwise(moves):
            position = position.play(move)
            self._later[position] = later
        return moves[0]


def moves_between(history: Sequence[Any]) -> list[str]:
    """Return the notation of every move of a game, reconstructed from its positions.

    Of two moves to the same position, the first in `moves()` counts.
    """
    return [
        next(str(before.text(move)) for move in before.moves() if before.play(move) == after)
        for before, after in pairwise(history)
    ]
