"""Games and matches between functions and named players, in this process."""

from __future__ import annotations

from typing import Any

from common.api.player_arguments import LegalPlayer, PlayerArgument, check_player, name_of
from common.api.positions import check_limit, check_playable
from common.judge.match.elo import Elo, format_elo
from common.judge.match.games import GameResult, Tally, game_result, player_settings
from common.judge.match.report import conclusion
from common.play.game import Game
from common.play.game_loop import GameLoop
from common.play.player_registry import player_of
from common.play.players import PlayerSettings
from common.play.record import Record
from common.rules.errors import BadInput
from common.rules.position import P, Player
from common.search.limit import Limit, choose_limit

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
        from common.api.notebook import table

        names = ("player", "won", "drawn", "lost", "Elo difference, 95 % interval")
        counts = map(str, (self.wins, self.draws, self.losses))
        return table(names, [(self.players[0], *counts, str(format_elo(self.elo)))], self.conclusion)


def play(game: Game[P, Any], players: Players, start: P, seed: int, limit: Limit) -> Record[P]:
    """Play a game, the first player on the first side. Raise BadInput."""
    check_playable(game, start)
    check_players(game, players, (game.sides,))
    return play_game(game, players, start, settings_of(game, seed, limit), game.sides)[0]


def match(game: Game[P, Any], players: Players, games: int, seed: int, limit: Limit) -> MatchResult:
    """Play pairs of games from the starts of the command `match`. Raise BadInput."""
    if games < 2 or games % 2:
        raise BadInput(f"games={games}: expected an even number from 2, because sides are changed")
    seatings = game.sides, game.sides[::-1]
    check_players(game, players, seatings)
    tally, records = Tally([], bool(game.seat_unit)), list[Record[Any]]()
    for number in range(seed, seed + games // 2):
        start, settings = game.starts.opening(number), settings_of(game, number, limit)
        pair = [play_game(game, players, start, settings, seats) for seats in seatings]
        records += [record for record, _result in pair]
        tally.pairs.append(tuple(result for _record, result in pair))
    first, second = map(name_of, players)
    return MatchResult((first, second), tally, records)


def check_players(game: Game[P, Any], players: Players, seatings: tuple[tuple[str, str], ...]) -> None:
    """Raise BadInput if a player cannot play the sides that it has in a match."""
    for seats in seatings:
        for side, player in zip(seats, players, strict=True):
            check_player(game, side, player)


def settings_of(game: Game[P, Any], seed: int, limit: Limit) -> PlayerSettings:
    """Return the settings of players in a game. Raise BadInput if the limit is wrong."""
    check_limit(game, "play", limit)
    return player_settings(choose_limit(limit, game.players.match_limit).limit, seed)


def play_game(
    game: Game[P, Any], players: Players, start: P, settings: PlayerSettings, seats: tuple[str, str]
) -> tuple[Record[P], GameResult]:
    """Play a game, each player on its seat. Return the record, and the result for the first player."""

    def seated(player: PlayerArgument, side: str) -> Player[P]:
        if isinstance(player, str):
            return player_of(game, side, player, settings, start)
        return LegalPlayer(player)

    names = dict(zip(seats, map(name_of, players), strict=True))
    record = Record(
        game,
        start,
        {side: names[side] for side in game.sides},
        limits=settings.level.record_fields(),
        seed=settings.seed,
    )
    loop = GameLoop(record, dict(zip(seats, map(seated, players, seats), strict=True)))
    loop.run()
    return record, game_result(loop, seats)
