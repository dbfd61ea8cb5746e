"""The verb `match`: many games between two players."""

from typing import Annotated, Any

import typer
from typer import Argument, Option

from common.command import help_pages, many_games, options
from common.judge.match.games import PairTask, check_size
from common.judge.match.match import MatchPlan, check_limit, has_programs
from common.judge.match.report import print_match
from common.play.game import Game
from common.programs.sandbox import warn_of_gaps
from common.search.limit import Limit, choose_limit

HELP = (
    "Play many games between two players. Shows who is stronger: Elo with its confidence "
    "interval, forfeits.\n\n`A + B` gives a player for each side."
)

PLAYER = "name of a player, or a command"


def add_match(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `match`."""

    def verb(
        ctx: typer.Context,
        first: Annotated[str, Argument(help=PLAYER)],
        second: Annotated[str, Argument(help=PLAYER)],
        pairs: Annotated[int, Option(min=1, help="game pairs: same start, sides swapped")] = 100,
        seconds: Annotated[
            float | None, Option(help=many_games.seconds_help(game.players.match_limit))
        ] = None,
        nodes: options.Nodes = None,
        depth: options.Depth = None,
        size: many_games.Size = game.search.size(game.starts.default_start),
        seed: many_games.Seed = 0,
        jobs: many_games.Jobs = 2,
        cluster: options.Cluster = None,
        as_json: options.AsJson = False,
    ) -> int:
        (confinement,) = ctx.obj
        asked = Limit(seconds, nodes, depth)
        limit = choose_limit(asked, game.players.match_limit).limit
        check_size(game, size)
        task = PairTask(game.name, size, (first, second), limit, seed, 0, confinement=confinement)
        if has_programs(task):
            warn_of_gaps(confinement)
        check_limit(task, asked)
        return print_match(task, MatchPlan(pairs, jobs, cluster), as_json)

    options.add_verb(
        app,
        game,
        options.Verb(
            "match",
            verb,
            "engine level-3 --pairs 50",
            after=[options.CONFINEMENT],
            without=options.missing_options(game),
            text=HELP,
            group=help_pages.TO_COMPARE,
            has_panels=True,
        ),
    )
