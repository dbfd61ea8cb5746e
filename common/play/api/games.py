"""Games between functions and named players, in this process."""

from __future__ import annotations

from common.play.api.player_arguments import LegalPlayer, PlayerArgument, check_player, name_of
from common.play.api.positions import check_limit, check_playable
from common.play.game import Game
from common.play.game_loop import GameLoop
from common.play.players import PlayerSettings
from common.play.record import Record
from common.rules.position import P, Player
from common.search.limit import Limit, choose_limit

Players = tuple[PlayerArgument, PlayerArgument]


def play(game: Game[P], players: Players, start: P, seed: int, limit: Limit) -> Record[P]:
    """Play a game, the first player on the first side. Raise BadInput."""
    check_playable(game, start)
    check_players(game, players, (game.sides,))
    return play_game(game, players, start, settings_of(game, seed, limit), game.sides).record


def check_players(game: Game[P], players: Players, seatings: tuple[tuple[str, str], ...]) -> None:
    """Raise BadInput if a player cannot play the sides that it has in a match."""
    for seats in seatings:
        for side, player in zip(seats, players, strict=True):
            check_player(game, side, player)


def settings_of(game: Game[P], seed: int, limit: Limit) -> PlayerSettings:
    """Return the settings of players in a game. Raise BadInput if the limit is wrong."""
    check_limit(game, "play", limit)
    level = choose_limit(limit, game.match_limit)
    return PlayerSettings(level, seed, in_match=True, shows_progress=False)


def play_game(
    game: Game[P], players: Players, start: P, settings: PlayerSettings, seats: tuple[str, str]
) -> GameLoop[P]:
    """Play a game, each player on its seat. Return its loop, with the record."""

    def seated(player: PlayerArgument, side: str) -> Player[P]:
        if isinstance(player, str):
            return game.kind(side, player).make(settings._replace(start=start))
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
    return loop
