"""Games and matches between functions and named players, in this process."""

from __future__ import annotations

from typing import Any

from common.judge.match.elo import Elo, format_elo
from common.judge.match.games import Tally, game_result
from common.judge.match.report import conclusion
from common.play.api.player_arguments import PlayerArgument, name_of
from common.play.game import Game
from common.play.record import Record
from common.rules.errors import BadInput
from common.rules.position import P
from common.search.limit import Limit

Players = tuple[PlayerArgument, PlayerArgument]


class MatchResult:
    """The result of a match, as seen by the first player."""

    def __init__(self, players: tuple[str, str], tally: Tally, records: list[Record[Any]]) -> None:
        self.players, self.records, self._tally = players, records, tally

    @property
    def wins(self) -> int:
        """The games that the first player won."""
        return self._tally.results["wins"]

    @property
    def draws(self) -> int:
        """The drawn games."""
        return self._tally.results["draws"]

    @property
    def losses(self) -> int:
        """The games that the first player lost."""
        return self._tally.results["losses"]

    @property
    def elo(self) -> Elo:
        """The Elo difference: `estimate`, and `low` and `high`, the ends of its 95 % confidence interval.

        It is positive if the first player is stronger, and infinite without a bound. Where the game compares
        seats, it counts those (docs/analysis.md).
        """
        return self._tally.elo

    @property
    def conclusion(self) -> str:
        """One sentence: which player is stronger, or that the games do not show it."""
        return str(conclusion(self._tally, *self.players))

    def __repr__(self) -> str:
        first, second = self.players
        return f"<{first} - {second}: {self._tally.summary()}, {format_elo(self.elo)}>"

    def _repr_html_(self) -> str:
        from common.play.api.notebook import table

        names = ("player", "won", "drawn", "lost", "Elo difference, 95 % interval")
        counts = map(str, (self.wins, self.draws, self.losses))
        return table(names, [(self.players[0], *counts, str(format_elo(self.elo)))], self.conclusion)


def match(game: Game[P], players: Players, games: int, seed: int, limit: Limit) -> MatchResult:
    """Play pairs of games from the starts of the command `match`. Raise BadInput."""
    if games < 2 or games % 2:
        raise BadInput(f"games={games}: expected an even number from 2, because sides are changed")
    seatings = game.sides, game.sides[::-1]
    check_players(game, players, seatings)
    tally, records = Tally([], bool(seat_unit(game))), list[Record[Any]]()
    for number in range(seed, seed + games // 2):
        start, settings = game.opening(number), settings_of(game, number, limit)
        loops = [play_game(game, players, start, settings, seats) for seats in seatings]
        records += [loop.record for loop in loops]
        tally.pairs.append(
            tuple(game_result(loop, seats) for loop, seats in zip(loops, seatings, strict=True))
        )
    first, second = map(name_of, players)
    return MatchResult((first, second), tally, records)
