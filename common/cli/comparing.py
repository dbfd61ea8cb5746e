"""The verbs to compare players: `match` and `tournament`."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from common.cli import options
from common.cli.options import TO_COMPARE, AnyGame, Verb
from common.judge.match.games import PairTask, check_size
from common.judge.match.match import MatchPlan, check_limit, has_programs
from common.judge.match.report import print_match
from common.programs.sandbox import warn_of_gaps
from common.search.limit import Limit, choose_limit

PLAYER = "name of a player, or a command"
Size = Annotated[int, Option(help="board size")]
MatchSeed = Annotated[int, Option("--seed", help="random seed for starts and players")]
MIN_SECONDS = 1.0  # least default seconds per move of a tournament: starting an interpreter takes a good part


def add_match(app: typer.Typer, game: AnyGame) -> None:
    """Add the verb `match`."""
    verb = Verb(app, game, TO_COMPARE, "engine level-3 --pairs 50").programs()

    def match(
        first: Annotated[str, Argument(help=PLAYER)],
        second: Annotated[str, Argument(help=PLAYER)],
        pairs: Annotated[int, Option(min=1, help="game pairs: same start, sides swapped")] = 100,
        seconds: Annotated[float | None, options.seconds_option(game.match_limit)] = None,
        nodes: options.Nodes = None,
        depth: options.Depth = None,
        size: Size = game.search.size(game.default_start),
        seed: MatchSeed = 0,
        jobs: options.Jobs = 2,
        cluster: options.Cluster = None,
        as_json: options.AsJson = False,
        **own: Any,
    ) -> int:
        """Play many games between two players.

        Shows who is stronger: Elo with its interval, forfeits. `A + B` gives a player for each side.
        """
        asked, confinement = Limit(seconds, nodes, depth), verb.confinement(own)
        limit = choose_limit(asked, game.match_limit).limit
        check_size(game, size)
        task = PairTask(game.name, size, (first, second), limit, seed, 0, confinement=confinement)
        if has_programs(task):
            warn_of_gaps(confinement)
        check_limit(task, asked)
        return print_match(task, MatchPlan(pairs, jobs, cluster), as_json)

    verb.add(match, options.unknown_limits(game))


def add_tournament(app: typer.Typer, game: AnyGame) -> None:
    """Add the verb `tournament`."""
    from common.judge.tournament.page_folder import check_page_folder

    verb = Verb(app, game, TO_COMPARE, "engine level-3 level-1 --pairs 2").programs()
    usual = game.match_limit
    default = usual._replace(seconds=max(usual.seconds, MIN_SECONDS)) if usual.seconds else usual

    def tournament(
        players: Annotated[
            list[str], Argument(metavar="FOLDER|PLAYER", help="folder of players, or a player")
        ],
        pairs: Annotated[int, Option(min=1, help="game pairs per pairing, sides swapped")] = 2,
        seconds: Annotated[float | None, options.seconds_option(default)] = None,
        nodes: options.Nodes = None,
        depth: options.Depth = None,
        size: Size = game.search.size(game.default_start),
        seed: MatchSeed = 0,
        jobs: options.Jobs = 2,
        cluster: options.Cluster = None,
        as_csv: Annotated[Path | None, Option("--csv", help="also write the table as CSV")] = None,
        html: Annotated[
            Path | None,
            Option(
                metavar="FOLDER",
                callback=check_page_folder,
                help="write pages: an index, and one for each player with its games",
            ),
        ] = None,
        analyse: options.Analyse = None,
        interpreter: Annotated[
            Path | None,
            Option(metavar="PATH", help="Python for programs (default: this one, no packages)"),
        ] = None,
        with_packages: Annotated[
            Path | None, Option(metavar="VENV", help="virtual environment whose packages programs may use")
        ] = None,
        as_json: options.AsJson = False,
        **own: Any,
    ) -> int:
        """Play many games between many players. Everyone plays everyone.

        A player is a name such as `level-3`, a command, NAME.py, an executable, or a folder with main.py or
        with a program for each side. FOLDER holds such players. `random` always takes part, with Elo 0.
        """
        from common.judge.tournament.call import TournamentOptions, run_tournament
        from common.programs.runtime import choose_runtime

        limit, runtime = (
            choose_limit(Limit(seconds, nodes, depth), default).limit,
            choose_runtime(interpreter, with_packages),
        )
        files = as_csv, html, analyse, as_json
        chosen = TournamentOptions(
            players, limit, runtime, verb.confinement(own), pairs, size, seed, jobs, cluster, *files
        )
        return run_tournament(game, chosen)

    verb.add(tournament, options.unknown_limits(game))
