"""The game loop: one game from a position to its end, for people, engines, programs, matches and tournaments."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, Protocol, runtime_checkable

from common.messages import _
from common.rules.player import PlayerFault, Request
from common.rules.position import Outcome, P, Player


class Ply(NamedTuple):
    """One move of a game, with the position before and after it, and the seconds that its player took."""

    before: Any
    move: Any
    after: Any
    player: Player[Any]
    seconds: float


class Forfeit(NamedTuple):
    """The side that has lost by a fault, the fault, and the seconds that it took."""

    side: str
    fault: PlayerFault
    seconds: float


@runtime_checkable
class Closing(Protocol):
    """A player that holds something until its game is over."""

    def close(self) -> None:
        """Release it."""


@contextmanager
def closing(players: Iterable[Player[Any]]) -> Iterator[None]:
    """Close players at the end of a game, however it comes."""
    try:
        yield
    finally:
        for player in players:
            if isinstance(player, Closing):
                player.close()


class GameLoop(Generic[P]):
    """A game between the players of its two sides; `history` holds every position from the start to the last.

    A player that raises PlayerFault has lost: `forfeit` says which, and how.
    """

    def __init__(self, history: Sequence[P], players: Mapping[str, Player[P]]) -> None:
        """`history` holds one position of a new game, more of one that is resumed."""
        self.history, self.players = list(history), players
        self.forfeit: Forfeit | None = None

    def run(self) -> Outcome:
        """Play to the end. Raises what a player raises, PlayerFault apart."""
        for _ply in self.plies():
            pass
        return self.ended()

    def plies(self) -> Iterator[Ply]:
        """Play to the end, and yield every move once it is made. Raise a Request, which programs never make."""
        for step in self.steps():
            if isinstance(step, Request):
                raise step
            yield step

    def steps(self) -> Iterator[Ply | Request]:
        """Play to the end, and yield every move once it is made, and every request of a human."""
        with closing(self.players.values()):
            while not (self.forfeit or self.history[-1].outcome()):
                if step := self._turn():
                    yield step

    def _turn(self) -> Ply | Request | None:
        """Ask the side to move, and play its move; None if it forfeits."""
        position, began = self.history[-1], time.monotonic()
        player = self.players[position.turn]
        try:
            move = player(position)
        except Request as request:
            return request
        except PlayerFault as fault:
            self.forfeit = Forfeit(position.turn, fault, time.monotonic() - began)
            return None
        seconds = time.monotonic() - began
        self.history.append(position.play(move))
        return Ply(position, move, self.history[-1], player, seconds)

    def take_back(self, plies: int) -> None:
        """Continue from the position after the first `plies` moves."""
        del self.history[plies + 1 :]

    def ended(self) -> Outcome:
        """Return how the game has ended."""
        if self.forfeit:
            side = self.forfeit.side
            other = next(other for other in self.players if other != side)
            fault = str(self.forfeit.fault)
            return Outcome(other, _("{side} {fault}", side=_(side.capitalize()), fault=fault))
        outcome = self.history[-1].outcome()
        assert outcome
        return outcome
