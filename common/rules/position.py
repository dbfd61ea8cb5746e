"""What every game offers: positions, moves, outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, Protocol, TypeVar

from common.messages import _
from common.rules.errors import BadInput


class Outcome(NamedTuple):
    """How a game ended: the side that won (None: a draw), a sentence that says why, the lead (0 where the game has none)."""

    winner: str | None
    reason: str
    margin: int = 0

    @property
    def verdict(self) -> str:
        """Who won and why, in a sentence."""
        return _("{reason}: the {side} wins", reason=_(self.reason), side=_(str(self.winner)))


class Position(Protocol):
    """An immutable position, its own hash key. What a move is, each game decides; its text is for people."""

    @property
    def turn(self) -> str:
        """The side to move."""

    def moves(self) -> list[Any]:
        """Every legal move, in an order the game documents."""

    def play(self, move: Any) -> Any:
        """The position after a legal move."""

    def outcome(self) -> Outcome | None:
        """How the game has ended; None while it goes on."""

    def text(self, move: Any) -> str:
        """A move as people write it; `read_move` is the inverse."""

    def read_move(self, text: str) -> Any:
        """The move a text means, legal or not. Raises BadInput if it means none."""


P = TypeVar("P", bound=Position)
Player = Callable[[P], Any]


class PendingMoves:
    """The later moves of decisions that are several moves long, each kept under the position that it is for."""

    def __init__(self) -> None:
        self._later: dict[Any, Any] = {}

    def next(self, position: Position) -> Any:
        """The move decided earlier for this position, which is then forgotten; None if there is none."""
        return self._later.pop(position, None)

    def begin(self, position: Position, moves: list[Any]) -> Any:
        """Return the first of `moves`, which start at this position; keep the others for `next`."""
        for move, later in pairwise(moves):
            position = position.play(move)
            self._later[position] = later
        return moves[0]


def perft(position: Position, plies: int) -> int:
    """How many different games of `plies` moves start here (games that end earlier are not counted)."""
    if plies == 0:
        return 1
    if position.outcome():
        return 0
    return sum(perft(position.play(move), plies - 1) for move in position.moves())


def replay(position: P, texts: Iterable[str]) -> Iterator[tuple[Any, P]]:
    """Yield the moves of a saved game with the positions after them. Raises BadInput at an illegal one."""
    for ply, text in enumerate(texts, 1):
        move = position.read_move(text)
        if position.outcome() or move not in position.moves():
            raise BadInput(_("Move {ply} of the record is illegal: {move}", ply=ply, move=repr(text)))
        position = position.play(move)
        yield move, position


def moves_between(history: Sequence[Any]) -> list[str]:
    """The text of every move of a game, by its positions."""
    return [
        next(str(before.text(move)) for move in before.moves() if before.play(move) == after)
        for before, after in pairwise(history)
    ]
