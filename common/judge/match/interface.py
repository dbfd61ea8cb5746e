"""Games and matches between functions and named players, in this process."""

from __future__ import annotations

from typing import Any

from common.judge.match.elo import Elo, format_elo
from common.judge.match.games import GameResult, Tally, game_result, player_settings
from common.judge.match.report import conclusion
from common.play.api.player_arguments import LegalPlayer, PlayerArgument, check_player, name_of
from common.play.api.positions import check_limit, check_playable
from common.play.api.record import GameRecord, start_header
from common.play.game import Game
from common.play.game_loop import GameLoop, Ply
from common.play.players import PlayerSettings, ReportingPlayer
from common.play.record import Record
from common.record.record import Record, RecordLine
from common.rules.errors import BadInput
from common.rules.position import P, Player
from common.search.limit import Limit, choose_limit

Players = tuple[PlayerArgument, PlayerArgument]


class MatchResult:
    """The result of a match, as seen by the first player."""

    def __init__(self, players: tuple[str, str], tally: Tally, records: list[GameRecord[Any]]) -> None:
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


def play(game: Game[P], players: Players, start: P, seed: int, limit: Limit) -> GameRecord[P]:
    """Play a game, the first player on the first side. Raise BadInput."""
    check_playable(game, start)
    check_players(game, players, (game.sides,))
    return play_game(game, players, start, settings_of(game, seed, limit), game.sides)[0]


def match(game: Game[P], players: Players, games: int, seed: int, limit: Limit) -> MatchResult:
    """Play pairs of games from the starts of the command `match`. Raise BadInput."""
    if games < 2 or games % 2:
        raise BadInput(f"games={games}: expected an even number from 2, because sides are changed")
    seatings = game.sides, game.sides[::-1]
    check_players(game, players, seatings)
    tally, records = Tally([], bool(seat_unit(game))), list[GameRecord[Any]]()
    for number in range(seed, seed + games // 2):
        start, settings = game.opening(number), settings_of(game, number, limit)
        pair = [play_game(game, players, start, settings, seats) for seats in seatings]
        records += [record for record, _result in pair]
        tally.pairs.append(tuple(result for _record, result in pair))
    first, second = map(name_of, players)
    return MatchResult((first, second), tally, records)


def check_players(game: Game[P], players: Players, seatings: tuple[tuple[str, str], ...]) -> None:
    """Raise BadInput if a player cannot play the sides that it has in a match."""
    for seats in seatings:
        for side, player in zip(seats, players, strict=True):
            check_player(game, side, player)


def settings_of(game: Game[P], seed: int, limit: Limit) -> PlayerSettings:
    """Return the settings of players in a game. Raise BadInput if the limit is wrong."""
    check_limit(game, "play", limit)
    return player_settings(choose_limit(limit, game.match_limit).limit, seed)


def play_game(
    game: Game[P], players: Players, start: P, settings: PlayerSettings, seats: tuple[str, str]
) -> tuple[GameRecord[P], GameResult]:
    """Play a game, each player on its seat. Return the record, and the result for the first player."""

    def seated(player: PlayerArgument, side: str) -> Player[P]:
        if isinstance(player, str):
            return player_of(game, side, player, settings, start)
        return LegalPlayer(player)

    loop = GameLoop([start], dict(zip(seats, map(seated, players, seats), strict=True)))
    moves, entries = list[Any](), list[RecordLine]()
    for ply in loop.plies():
        moves.append(ply.move)
        entries.append(entry_of(len(moves), ply))
    names = dict(zip(seats, map(name_of, players), strict=True))
    facts: dict[str, Any] = {"limits": settings.level.record_fields(), "seed": settings.seed}
    first_line = start_header(game, start, {side: names[side] for side in game.sides}, **facts)
    record = Record(first_line, entries, loop.final_outcome()._asdict())
    saved = SavedGame(record, moves, loop.history)
    return GameRecord(game, saved), game_result(game, loop, [entry["move"] for entry in entries], seats)


def entry_of(number: int, ply: Ply) -> RecordLine:
    """Return the line of a move in a record, before its player makes another."""
    facts: RecordLine = ply.player.record_fields() if isinstance(ply.player, ReportingPlayer) else {}
    side, text = ply.before.turn, ply.before.text(ply.move)
    return {"ply": number, "side": side, "move": text, "seconds": round(ply.seconds, 3), **facts}
