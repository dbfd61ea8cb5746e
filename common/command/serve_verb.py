"""The verb `serve`: our players as persistent programs, for any referee."""

import sys
from typing import Annotated, Any

import typer
from typer import Option

from common.command import help_pages, options
from common.command.setup_options import seconds_help
from common.judge.match.games import name_for_side
from common.play.game import Game
from common.play.player_registry import check_player_name, is_player_name, player_of
from common.play.players import PlayerSettings
from common.programs.persistent import GIVES_UP, QUIT
from common.programs.sandbox import warn_of_gaps
from common.rules.errors import BadInput, quoted
from common.rules.player import ForfeitError
from common.rules.position import Player
from common.search.limit import Limit, choose_limit

HELP = (
    "Answer many positions, one per line. A line holds the words of a position, joined "
    "by TAB. Ends at `quit` or at the end of input."
)


def add_serve(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `serve`."""

    def verb(
        ctx: typer.Context,
        player: Annotated[str, Option(metavar="PLAYER", help="player that answers")] = "engine",
        seconds: Annotated[float | None, Option(help=seconds_help(game))] = None,
        nodes: options.Nodes = None,
        depth: options.Depth = None,
        level: options.StrengthLevel = None,
        seed: Annotated[int, Option(help="random seed")] = 0,
    ) -> int:
        (confinement,) = ctx.obj
        if player == "human":
            raise BadInput(
                f"--player {quoted(player)}: human players are for `play`; serve answers positions"
            )
        names = {side: name_for_side(player, side, game.sides) for side in game.sides}
        for side, name in names.items():
            check_player_name(game, side, name)
        if not all(is_player_name(game, side, name) for side, name in names.items()):
            warn_of_gaps(confinement)
        limit = Limit(seconds, nodes, depth)
        chosen = choose_limit(limit, game.players.default_limit, level, game.players.levels)
        settings = PlayerSettings(chosen, seed, shows_progress=False, confinement=confinement)
        serve(PositionServer(game, player, settings))
        return 0

    without = options.missing_options(game)
    options.add_verb(
        app,
        game,
        options.Verb(
            "serve",
            verb,
            "--seconds 1",
            after=[options.CONFINEMENT],
            without=without,
            text=HELP,
            group=help_pages.FOR_PROGRAMS,
        ),
    )


class PositionServer:
    """Players that answer positions of one game: one for each side and board size, kept between answers.

    `name` is one player for both sides, or `A + B`.
    """

    def __init__(self, game: Game[Any, Any], name: str, settings: PlayerSettings) -> None:
        self._game, self._name, self._settings = game, name, settings
        self._players: dict[tuple[int, str], Player[Any]] = {}

    def answer(self, line: str) -> str:
        """Return the move for a position, or `?` and the reason if there is none.

        `line` holds the words of the position, joined by TAB.
        """
        try:
            position = self._game.notation.read_words(line.split("\t"))
            if outcome := position.outcome():
                raise BadInput(f"the game is over: {outcome.reason}")
            return str(position.text(self._player(position)(position)))
        except (BadInput, OSError, ForfeitError) as problem:
            return f"{GIVES_UP} {problem}"

    def _player(self, position: Any) -> Player[Any]:
        game, seat = self._game, (self._game.search.size(position), position.turn)
        if seat not in self._players:
            name = name_for_side(self._name, position.turn, game.sides)
            self._players[seat] = player_of(game, position.turn, name, self._settings, position)
        return self._players[seat]


def serve(server: PositionServer) -> None:
    """Answer each line of stdin, flushing every answer, until `quit` or the end of input."""
    for line in sys.stdin or ():
        if line.strip() == QUIT:
            return
        if line.strip():
            print(server.answer(line.rstrip("\r\n")), flush=True)
