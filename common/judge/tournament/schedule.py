"""The games of a tournament in their order: which are finished, and which to play next."""

from __future__ import annotations

from typing import NamedTuple

from common.judge.tournament.plan import Plan
from common.judge.tournament.played_game import PlayedGame

Pairing = tuple[int, int]  # the numbers of two players


class Slot(NamedTuple):
    """The place of a game in the order, from 1, its start number, and its two players' numbers."""

    place: int
    start: int
    seating: Pairing


class Schedule:
    """The games of a plan. `games` holds the finished ones by their places in the order, from 1."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.games = plan, dict[int, PlayedGame]()

    def slots(self) -> list[Slot]:
        """Return all games, ordered by start position, both seatings of a pairing together.

        An interrupted tournament is thus balanced.
        """
        seatings = [
            (start, seating)
            for start in range(self.plan.pairs)
            for pairing in round_robin(len(self.plan.entrants))
            for seating in (pairing, pairing[::-1])
        ]
        return [Slot(place, start, seating) for place, (start, seating) in enumerate(seatings, 1)]

    def pairs(self) -> list[tuple[PlayedGame, ...]]:
        """Return the finished games in their order, grouped by start position and pairing.

        A group holds one game if the other of its pair is not finished.
        """
        found: dict[tuple[int, frozenset[str]], list[PlayedGame]] = {}
        for place in sorted(self.games):
            found.setdefault(self.games[place].pairing, []).append(self.games[place])
        return [tuple(games) for games in found.values()]


def round_robin(players: int) -> list[Pairing]:
    """Pair everyone with everyone once, in rounds by the circle method; players are numbered from 0.

    If the tournament is stopped early, all players have had nearly the same number of opponents.
    """
    circle: list[int | None] = [*range(players), *([None] if players % 2 else [])]
    half, found = len(circle) // 2, list[Pairing]()
    for number in range(len(circle) - 1):
        facing = zip(circle[:half], reversed(circle[half:]), strict=True)
        pairs = [(one, other) for one, other in facing if one is not None and other is not None]
        found += [pair[::-1] if number % 2 else pair for pair in pairs]
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return found
