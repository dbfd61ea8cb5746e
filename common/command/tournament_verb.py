"""The verb `tournament`: many games between many players."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from common.command import help_pages, many_games, options
from common.command.tournament_call import TournamentOptions, run_tournament
from common.judge.tournament.page_folder import check_page_folder
from common.play.game import Game
from common.search.limit import Limit, choose_limit

MIN_DEFAULT_SECONDS = (
    1.0  # minimum of the default seconds per move: starting an interpreter takes a good part of it
)

HELP = (
    "Play many games between many players. Everyone plays everyone.\n\n"
    "A player is a name such as `level-3`, a command, NAME.py, "
    "an executable, or a folder with main.py or with a program for each side. FOLDER "
    "holds such players. `random` always takes "
    "part, with Elo 0."
)

Players = Annotated[list[str], Argument(metavar="FOLDER|PLAYER", help="folder of players, or a player")]
Pairs = Annotated[int, Option(min=1, help="game pairs per pairing, sides swapped")]
Csv = Annotated[Path | None, Option("--csv", help="also write the table as CSV")]
Pages = Annotated[
    Path | None,
    Option(
        metavar="FOLDER",
        callback=check_page_folder,
        help="write pages: an index, and one for each player with its games",
    ),
]


def default_limit(game: Game[Any, Any]) -> Limit:
    """Return the limit of a match, but in seconds at least MIN_DEFAULT_SECONDS."""
    limit = game.players.match_limit
    return limit._replace(seconds=max(limit.seconds, MIN_DEFAULT_SECONDS)) if limit.seconds else limit


def add_tournament(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `tournament`."""
    default = default_limit(game)

    def verb(
        ctx: typer.Context,
        players: Players,
        pairs: Pairs = 2,
        seconds: Annotated[float | None, Option(help=many_games.seconds_help(default))] = None,
        nodes: options.Nodes = None,
        depth: options.Depth = None,
        size: many_games.Size = game.search.size(game.starts.default_start),
        seed: many_games.Seed = 0,
        jobs: many_games.Jobs = 2,
        cluster: options.Cluster = None,
        as_csv: Csv = None,
        html: Pages = None,
        analyse: options.Analyse = None,
        as_json: options.AsJson = False,
    ) -> int:
        runtime, confinement = ctx.obj
        chosen = TournamentOptions(
            players,
            choose_limit(Limit(seconds, nodes, depth), default).limit,
            runtime,
            confinement,
            pairs,
            size,
            seed,
            jobs,
            cluster,
            as_csv,
            html,
            analyse,
            as_json,
        )
        return run_tournament(game, chosen)

    example = "engine level-3 level-1 --pairs 2"
    options.add_verb(
        app,
        game,
        options.Verb(
            "tournament",
            verb,
            example,
            after=[options.RUNTIME, options.CONFINEMENT],
            without=options.missing_options(game),
            text=HELP,
            group=help_pages.TO_COMPARE,
        ),
    )
