"""The game loop: plays one game to its end, for humans, engines, programs, matches and tournaments."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, Protocol, runtime_checkable

from common.play.players import ReportingPlayer
from common.play.record import Record
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
    """A game between the players of two sides, written into its record.

    A player that raises `ForfeitError` loses, and `forfeit` keeps the error.
    """

    def __init__(self, record: Record[P], players: Mapping[str, Player[P]]) -> None:
        """Continue the game of a record, which may have moves already.

        `players` maps each side to its player. Those with a `history` get that of the record.
        """
        self.record, self.players = record, players
        self.forfeit: Forfeit | None = None
        for player in players.values():
            if isinstance(player, HistoryPlayer):
                player.history = record.history

    def run(self) -> Outcome:
        """Play to the end and return the outcome. Exceptions of players propagate, but a forfeit."""
        for _ply in self.plies():
            pass
        return self._outcome()

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
        `forfeit` and yields nothing. At the end the players are closed, and the outcome is recorded.
        """
        with closing_players(self.players.values()):
            while not (self.forfeit or self.record.history[-1].outcome()):
                if step := self._turn():
                    yield step
        self.record.end(self._outcome())

    def _turn(self) -> Ply | Request | None:
        """Ask the side to move and play its move. Return None if the side forfeits."""
        position, began = self.record.history[-1], time.monotonic()
        player = self.players[position.turn]
        try:
            move = player(position)
        except Request as request:
            return request
        except ForfeitError as fault:
            self.forfeit = Forfeit(position.turn, fault, time.monotonic() - began)
            return None
        seconds = time.monotonic() - began
        facts: dict[str, Any] = player.record_fields() if isinstance(player, ReportingPlayer) else {}
        self.record.add(move, seconds=round(seconds, 3), **facts)
        return Ply(position, move, self.record.history[-1], player, seconds)

    def _outcome(self) -> Outcome:
        """Return the outcome. After a forfeit, the other side wins, and the fault is the reason."""
        if self.forfeit:
            side = self.forfeit.side
            other = next(other for other in self.players if other != side)
            fault = str(self.forfeit.error)
            return Outcome(other, f"{side.capitalize()} {fault}")
        outcome = self.record.history[-1].outcome()
        assert outcome
        return outcome
