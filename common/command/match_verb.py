"""The verb `match`: many games between two players."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from common.command import help_pages, many_games, options
from common.judge.match.games import PairTask, check_size
from common.judge.match.match import MatchPlan, check_limit, has_programs
from common.judge.match.report import print_match
from common.play.game import Game
from common.programs.sandbox import warn_of_gaps
from common.rules.errors import BadInput
from common.search.limit import Limit, choose_limit

HELP = (
    "Play many games between two players. Shows who is stronger: Elo with its confidence "
    "interval, an SPRT, forfeits.\n\n`A + B` gives a player for each side."
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
        grace: options.Grace = 0.0,
        size: many_games.Size = game.search.size(game.starts.default_start),
        seed: many_games.Seed = 0,
        elo: Annotated[
            tuple[float, float],
            Option(help="SPRT bounds: Elo of H0 and H1"),
        ] = (0, 100),
        early: Annotated[bool, Option("--early", help="stop as soon as the SPRT decides")] = False,
        jobs: many_games.Jobs = 2,
        cluster: options.Cluster = None,
        journal: Annotated[Path | None, Option(help="journal of all pairs; resumed if it exists")] = None,
        as_json: options.AsJson = False,
    ) -> int:
        confinement = ctx.obj[0]._replace(grace=grace)
        asked = Limit(seconds, nodes, depth)
        if elo[0] >= elo[1]:
            raise BadInput(f"--elo {elo[0]:g} {elo[1]:g}: expected the smaller number first, e.g. --elo 0 50")
        limit = choose_limit(asked, game.players.match_limit).limit
        check_size(game, size)
        task = PairTask(game.name, size, (first, second), limit, seed, 0, confinement=confinement)
        if has_programs(task):
            warn_of_gaps(confinement)
        check_limit(task, asked)
        return print_match(task, MatchPlan(pairs, jobs, cluster, journal, elo, early), as_json)

    options.add_verb(
        app,
        game,
        options.Verb(
            "match",
            verb,
            "engine level-3 --pairs 50 --journal match.jsonl",
            after=[options.CONFINEMENT],
            without=options.missing_options(game),
            text=HELP,
            group=help_pages.TO_COMPARE,
            has_panels=True,
        ),
    )
