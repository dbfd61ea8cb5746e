"""Tournaments of the small board game that are told game by game: nobody has to play them."""

from __future__ import annotations

from collections.abc import Sequence

from common.judge.tournament.participants import Entrant
from common.judge.tournament.standings import Row, Standings, compute_standings
from common.judge.tournament.tournament import Plan, PlayedGame, Tournament
from common.search.limit import Limit
from tests.support.small_board import GAME, START

NAMES = ("anna", "bob", "random")


class Told:
    """A tournament told game by game."""

    def __init__(self, *names: str, pairs: int = 1, rounds: int = 0, hero: int | None = None) -> None:
        entrants = [Entrant(name, (name, name)) for name in names]
        plan = Plan("tests.support.small_board", 0, entrants, pairs, Limit(), 0, rounds, hero)
        self.tournament = Tournament(plan)

    def game(
        self,
        first: str,
        second: str,
        winner: str | None,
        start: int = 0,
        seat_score: float = 0,
        fault: tuple[str, str] | None = None,
        slowest: tuple[float, float] = (0, 0),
        moves: Sequence[str] = ("a1 b1",),
        last_words: str = "",
    ) -> Told:
        """Add a game of `first`, as X, against `second`; `winner` is a name, None for a draw."""
        side = None if winner is None else "X" if winner == first else "O"
        number, position = len(self.tournament.games) + 1, GAME.notation.write(START)
        self.tournament.games[number] = PlayedGame(
            number,
            start,
            (first, second),
            position,
            list(moves),
            side,
            "",
            seat_score,
            fault,
            last_words,
            slowest,
            0,
        )
        return self

    def pair(self, one: str, other: str, *winners: str | None, start: int = 0) -> Told:
        """Add two games with sides changed."""
        first, second = winners
        return self.game(one, other, first, start).game(other, one, second, start)

    def standings(self) -> Standings:
        return compute_standings(self.tournament)

    def rows(self) -> dict[str, Row]:
        return {row.name: row for row in self.standings().rows}


def round_robin() -> Told:
    told = Told(*NAMES).pair("anna", "bob", "anna", None)
    return told.pair("anna", "random", "anna", "anna").pair("bob", "random", "bob", "random")
