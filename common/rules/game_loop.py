"""The game loop: plays one game to its end, for humans, engines, programs, matches and tournaments."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, Protocol, runtime_checkable

from common.rules.player import ForfeitError, Request
from common.rules.position import Outcome, P, Player


class Ply(NamedTuple):
    """One move of a game, the positions before and after it, its player, and the seconds it took."""

    before: Any
    move: Any
    after: Any
    player: Player[Any]
    seconds: float


class Forfeit(NamedTuple):
    """The side that forfeited, the error of its player, and the seconds of its last turn."""

    side: str
    error: ForfeitError
    seconds: float


@runtime_checkable
class Closable(Protocol):
    """A player that holds resources until its game is over."""

    def close(self) -> None:
        """Release the resources."""


@runtime_checkable
class HistoryPlayer(Protocol):
    """A player that needs the game so far, not only the position: all positions from the start on."""

    history: Sequence[Any]


@contextmanager
def closing_players(players: Iterable[Player[Any]]) -> Iterator[None]:
    """Close those players that are `Closable` when the block ends, also after an exception."""
    try:
        yield
    finally:
        for player in players:
            if isinstance(player, Closable):
                player.close()


class GameLoop(Generic[P]):
    """A game between the players of two sides.

    `history` holds all positions from the start to the current one. A player that raises `ForfeitError`
    loses, and `forfeit` records it.
    """

    def __init__(self, history: Sequence[P], players: Mapping[str, Player[P]]) -> None:
        """Start from a copy of `history`: one position for a new game, several for a resumed one.

        `players` maps each side to its player. Those with a `history` get that of the loop.
        """
        self.history, self.players = list(history), players
        self.forfeit: Forfeit | None = None
        for player in players.values():
            if isinstance(player, HistoryPlayer):
                player.history = self.history

    def run(self) -> Outcome:
        """Play to the end and return the outcome.

        A forfeit ends the game. Any other exception of a player propagates, a `Request`, too.
        """
        for _ply in self.plies():
            pass
        return self.final_outcome()

    def plies(self) -> Iterator[Ply]:
        """Play to the end and yield every move after it is made.

        A forfeit ends the game without a ply. Raise a `Request`, as only a human makes.
        """
        for step in self.steps():
            if isinstance(step, Request):
                raise step
            yield step

    def steps(self) -> Iterator[Ply | Request]:
        """Play to the end. Yield every move after it is made, and every request of a human.

        After a request the same side is asked again, unless the caller takes moves back. A forfeit sets
        `forfeit` and yields nothing. The players are closed at the end.
        """
        with closing_players(self.players.values()):
            while not (self.forfeit or self.history[-1].outcome()):
                if step := self._turn():
                    yield step

    def _turn(self) -> Ply | Request | None:
        """Ask the side to move and play its move. Return None if the side forfeits."""
        position, began = self.history[-1], time.monotonic()
        player = self.players[position.turn]
        try:
            move = player(position)
        except Request as request:
            return request
        except ForfeitError as fault:
            self.forfeit = Forfeit(position.turn, fault, time.monotonic() - began)
            return None
        seconds = time.monotonic() - began
        self.history.append(position.play(move))
        return Ply(position, move, self.history[-1], player, seconds)

    def take_back(self, plies: int) -> None:
        """Shorten `history` to the position after the first `plies` moves. A `HistoryPlayer` sees it."""
        del self.history[plies + 1 :]

    def final_outcome(self) -> Outcome:
        """Return the outcome of the game, which must be over.

        After a forfeit, the other side is the winner and the fault is the reason.
        """
        if self.forfeit:
            side = self.forfeit.side
            other = next(other for other in self.players if other != side)
            fault = str(self.forfeit.error)
            return Outcome(other, f"{side.capitalize()} {fault}")
        outcome = self.history[-1].outcome()
        assert outcome
        return outcome
