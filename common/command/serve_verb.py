"""The verb `serve`: our players as lasting programs, for anybody's referee."""

from __future__ import annotations

import sys
from typing import Any

import typer

from common.command import options
from common.judge.match.games import seated
from common.messages import _
from common.play.game import Game
from common.play.player_registry import check_name, is_named, player_of
from common.play.players import PlayerSettings
from common.programs.confinement import Confinement
from common.programs.persistent import GIVES_UP, QUIT
from common.programs.sandbox import warn
from common.rules.errors import BadInput, quoted
from common.rules.player import PlayerFault
from common.rules.position import Player
from common.search.limit import choose_limit

HELP = _(
    "Answer many positions, a line each. A line is the words of a position joined by TAB; until "
    "`quit` or the end of input."
)


def add_serve(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `serve`."""

    def verb(
        confinement: Confinement,
        player: str = typer.Option("engine", help=_("who answers")),
        seconds: float = options.seconds_a_move(game),
        nodes: int = options.NODES,
        depth: int = options.DEPTH,
        level: int = options.LEVEL,
        threads: int = options.THREADS,
        seed: int = typer.Option(0, help=_("of everything that is random")),
    ) -> int:
        if player == "human":
            raise BadInput(
                _(
                    "--player {player}: people play with `play`, for serve reads positions",
                    player=quoted(player),
                )
            )
        names = {side: seated(player, side, game.sides) for side in game.sides}
        for side, name in names.items():
            check_name(game, side, name)
        if not all(is_named(game, side, name) for side, name in names.items()):
            warn(confinement)
        chosen = choose_limit(game.players.levels, level, seconds, nodes, depth, game.players.usual)
        settings = PlayerSettings(
            chosen, threads, seed, warm_up=not chosen.limit.seconds, shown=False, confinement=confinement
        )
        serve(Served(game, player, settings))
        return 0

    without = options.missing(game)
    options.add_verb(app, game, "serve", verb, "--seconds 1", confines=True, without=without, text=HELP)


class Served:
    """Answers positions of one game, each side by a player of its own, who lasts."""

    def __init__(self, game: Game[Any, Any], name: str, settings: PlayerSettings) -> None:
        self._game, self._name, self._settings = game, name, settings
        self._players: dict[tuple[int, str], Player[Any]] = {}

    def answer(self, line: str) -> str:
        """The move of a position, or why there is none."""
        try:
            position = self._game.notation.read_words(line.split("\t"))
            if outcome := position.outcome():
                raise BadInput(_("the game is over: {reason}", reason=_(outcome.reason)))
            return str(position.text(self._player(position)(position)))
        except (BadInput, OSError, PlayerFault) as problem:
            return f"{GIVES_UP} {problem}"

    def _player(self, position: Any) -> Player[Any]:
        game, seat = self._game, (self._game.search.size(position), position.turn)
        if seat not in self._players:
            name = seated(self._name, position.turn, game.sides)
            self._players[seat] = player_of(game, position.turn, name, self._settings, position)
        return self._players[seat]


def serve(served: Served) -> None:
    """Answer every line, each at once."""
    for line in sys.stdin or ():
        if line.strip() == QUIT:
            return
        if line.strip():
            print(served.answer(line.rstrip("\r\n")), flush=True)
