"""Players that search to a cut-off depth, and what they expect of a position."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Generic

from common.play.game import Make
from common.play.players import PlayerSettings, Stateless
from common.rules.position import P, Player
from common.search.findings import Insight


class DepthLimited(Generic[P]):
    """`choose` is the move of an algorithm, by its number, at a depth, None on a full board; `lead` what a side is ahead by.

    `usual` is the depth unless one says otherwise, `sides` who plays.
    """

    def __init__(
        self, choose: Callable[[P, int, int], Any], lead: Callable[[P, str], int], usual: int, sides: tuple[str, str]
    ) -> None:
        self._choose, self._lead, self._usual, self._sides = choose, lead, usual, sides

    def by(self, algorithm: int) -> Make:
        """Makes a player that follows an algorithm."""

        def make(settings: PlayerSettings) -> Player[P]:
            depth = settings.limit.depth or self._usual
            return Stateless(lambda position: self._choose(position, algorithm, depth))

        return make

    def blind(self, share: float, board: Callable[[P], str]) -> Player[P]:
        """Takes the best next lead that it sees, blind to a share of the moves; the same `board`, the same blind spots."""

        def decide(position: P) -> Any:
            chance, moves = Random(board(position)), position.moves()
            seen = [move for move in moves if chance.random() >= share] or moves[:1]
            return max(seen, key=lambda move: self._lead(position.play(move), position.turn))

        return Stateless(decide)

    def expected(self, position: P, algorithm: int, plies: int) -> Insight:
        """The line that an algorithm expects, and the lead at its end."""
        end, line, side = position, list[str](), position.turn
        for depth in range(plies, 0, -1):
            if (move := self._choose(end, algorithm, depth)) is None:
                break
            line.append(end.text(move))
            end = end.play(move)
        score, ended = self._lead(end, side), not end.moves()
        return Insight(side, tuple(line), float(score), self.lead_text(score, side, ended), len(line), ended)

    def lead_text(self, lead: int, side: str, ended: bool = True) -> str:
        """Who is ahead by how much, for the side that has such a lead; at the end of the game, or before."""
        leader = side if lead > 0 else self._sides[self._sides[0] == side]
        return f"{leader} {'wins' if ended else 'leads'} by {abs(lead)}" if lead else "draw" if ended else "even"
