"""Games and matches between functions and named players, in this process."""

from __future__ import annotations

from typing import Any

from common.judge.match.elo import Elo, format_elo
from common.judge.match.games import Tally, game_result, seat_unit
from common.judge.match.report import conclusion
from common.play.api.games import check_players, play_game, settings_of
from common.play.api.player_arguments import PlayerArgument, name_of
from common.play.game import Game
from common.play.record import Record
from common.rules.errors import BadInput
from common.rules.position import P
from common.search.limit import Limit


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


def match(
    game: Game[P],
    first: PlayerArgument,
    second: PlayerArgument,
    *,
    games: int = 20,
    seed: int = 0,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
) -> MatchResult:
    """Play games in pairs: the same start twice, with sides changed. Return the result.

    Players and limit are those of `Game.play`, the starts those of the command `match`. Raise BadInput as
    `Game.play`, or if `games` is not even.
    """
    if games < 2 or games % 2:
        raise BadInput(f"games={games}: expected an even number from 2, because sides are changed")
    seatings, players, limit = (game.sides, game.sides[::-1]), (first, second), Limit(seconds, nodes, depth)
    check_players(game, players, seatings)
    tally, records = Tally([], bool(seat_unit(game))), list[Record[Any]]()
    for number in range(seed, seed + games // 2):
        start, settings = game.opening(number), settings_of(game, number, limit)
        loops = [play_game(game, players, start, settings, seats) for seats in seatings]
        records += [loop.record for loop in loops]
        tally.pairs.append(tuple(map(game_result, loops, seatings)))
    return MatchResult((name_of(first), name_of(second)), tally, records)
