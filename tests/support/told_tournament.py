"""Tournaments of the small board game that are told game by game: nobody has to play them."""

from __future__ import annotations

from typing import Any

from common.judge.tournament.participants import Entrant
from common.judge.tournament.plan import Plan
from common.judge.tournament.played_game import PlayedGame
from common.judge.tournament.standings import Row, Standings, compute_standings
from common.judge.tournament.tournament import Tournament
from common.search.limit import Limit
from tests.support.small_board import GAME, START

NAMES = ("anna", "bob", "random")
X_WINS = ["a2 b2", "c1 b1", "b2 c3"]
O_WINS = ["a1 b1", "c2 b2", "a3 b2", "c3 b2"]


class Told:
    """A tournament told game by game."""

    def __init__(self, *names: str) -> None:
        entrants = [Entrant(name, (name, name)) for name in names]
        plan = Plan("tests.support.small_board", 0, entrants, 1, Limit())
        self.tournament = Tournament(plan)

    def game(
        self,
        first: str,
        second: str,
        winner: str | None,
        start: int = 0,
        **more: Any,
    ) -> Told:
        """Add a game of `first`, as X, against `second`; `winner` is a name, None for a draw.

        `more` are other fields of the game: its seat score, forfeit, slowest moves, moves, last words.
        """
        side = None if winner is None else "X" if winner == first else "O"
        number, position = len(self.tournament.games) + 1, GAME.write(START)
        game = PlayedGame(number, start, (first, second), position, ["a1 b1"], side, "", 0, None, "", (0, 0))
        self.tournament.games[number] = game._replace(**more)
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


def two_games() -> Told:
    """Return a tournament in which anna has won as X, then as O."""
    told = Told(*NAMES).game("anna", "bob", "anna", moves=X_WINS)
    return told.game("bob", "anna", "anna", moves=O_WINS)
