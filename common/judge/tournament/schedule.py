"""The games of a tournament in their order: which are finished, and which to play next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from common.judge.tournament.pairings import Pairing, Round, gauntlet, round_robin, swiss_round
from common.judge.tournament.plan import Plan
from common.judge.tournament.played_game import PlayedGame

Key = tuple[int, tuple[str, str]]  # start number; players, that of the first side first
NO_GAMES: dict[Key, PlayedGame] = {}


class Slot(NamedTuple):
    """The place of a game in the order, from 1, its start number, and its two players' numbers."""

    place: int
    start: int
    seating: Pairing


class Schedule:
    """The games of a plan. `games` holds the finished ones by their places in the order, from 1."""

    def __init__(self, plan: Plan, kept: Mapping[Key, PlayedGame] = NO_GAMES) -> None:
        """Put the games in `kept` that belong to the plan in their places."""
        self.plan, self.games, self._kept = plan, dict[int, PlayedGame](), kept
        for _slots in self._rounds():
            pass

    def batches(self) -> Iterator[list[Slot]]:
        """Yield the games left to play: all at once, or Swiss rounds that depend on earlier points."""
        for slots in self._rounds():
            if remaining := [slot for slot in slots if slot.place not in self.games]:
                yield remaining

    def _rounds(self) -> Iterator[list[Slot]]:
        """Yield all games at once, or the Swiss rounds as `swiss_rounds` does, with kept games in place."""
        if self.plan.rounds:
            for number, one in enumerate(self.swiss_rounds()):
                yield self._with_kept(self._slots(one.pairings, number))
        else:
            count, hero = len(self.plan.entrants), self.plan.hero
            pairings = round_robin(count) if hero is None else gauntlet(count, hero)
            yield self._with_kept(self._slots(pairings, 0))

    def _with_kept(self, slots: list[Slot]) -> list[Slot]:
        """Put kept games in their places, and return all slots. A Swiss round may come up during play."""
        names = self.plan.names
        for place, start, (one, other) in slots:
            if game := self._kept.get((start, (names[one], names[other]))):
                self.games.setdefault(place, game)
        return slots

    def swiss_rounds(self) -> Iterator[Round]:
        """Yield the Swiss rounds in order, up to and including the first one with games left to play.

        The caller may play that one before asking for the next. None are yielded if the tournament is not
        Swiss.
        """
        players, each = len(self.plan.entrants), 2 * self.plan.pairs
        met, byes, size = set[frozenset[int]](), list[int](), players // 2 * each
        for number in range(self.plan.rounds):
            if any(at not in self.games for at in range(1, number * size + 1)):
                return
            points = self._points(number * size)
            for player in byes:
                points[player] += each
            found = swiss_round(points, met, byes, self.plan.seed)
            met |= set(map(frozenset, found.pairings))
            byes += [] if found.bye is None else [found.bye]
            yield found

    def _points(self, last: int) -> list[float]:
        """Return the points of every player after the first `last` games."""
        numbers = {name: number for number, name in enumerate(self.plan.names)}
        points = [0.0] * len(numbers)
        sides = self.plan.game.sides
        for place in range(1, last + 1):
            for name, gained in zip(self.games[place].players, self.games[place].points(sides), strict=True):
                points[numbers[name]] += gained
        return points

    def _slots(self, pairings: Sequence[Pairing], number_of_round: int) -> list[Slot]:
        """Return the games of a round, ordered by start position, both seatings of a pairing together.

        An interrupted tournament is thus balanced.
        """
        first = number_of_round * self.plan.pairs
        seatings = [
            (start, seating)
            for start in range(first, first + self.plan.pairs)
            for pairing in pairings
            for seating in (pairing, pairing[::-1])
        ]
        before = 2 * first * len(pairings)
        return [Slot(before + at, start, seating) for at, (start, seating) in enumerate(seatings, 1)]

    def pairs(self) -> list[tuple[PlayedGame, ...]]:
        """Return the finished games in their order, grouped by start position and pairing.

        A group holds one game if the other of its pair is not finished.
        """
        found: dict[tuple[int, frozenset[str]], list[PlayedGame]] = {}
        for place in sorted(self.games):
            found.setdefault(self.games[place].pairing, []).append(self.games[place])
        return [tuple(games) for games in found.values()]
