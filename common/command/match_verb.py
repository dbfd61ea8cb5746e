"""The verb `match`."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Option

from common.command import options
from common.judge.match.games import PairTask, check_size
from common.judge.match.report import MatchPlan, check_limit, has_programs, print_match
from common.messages import _
from common.play.game import Game
from common.programs.sandbox import warn
from common.rules.errors import BadInput
from common.search.limit import Limit, choose_limit

HELP = _(
    "Many games between two players. Who is stronger: Elo with its interval, a sequential test, "
    "faults.\n\n"
    "`A + B` names a player for each side."
)


def add_match(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `match`."""
    shown = (
        _("{seconds:g} s a move", seconds=game.players.quick.seconds)
        if game.players.quick.seconds
        else _("the engine's own")
    )

    def verb(
        ctx: typer.Context,
        first: str,
        second: str,
        pairs: Annotated[int, Option(min=1, help=_("starts, each played twice with sides changed"))] = 100,
        seconds: Annotated[float | None, Option(help=_("a move (default {limit})", limit=shown))] = None,
        nodes: options.Nodes = None,
        depth: options.Depth = None,
        size: Annotated[int, Option(help=_("side of the board"))] = game.search.size(game.starts.usual),
        seed: Annotated[int, Option(help=_("of starts and players"))] = 0,
        elo: Annotated[
            tuple[float, float],
            Option(help=_("the sequential test: stronger by the second or by the first?")),
        ] = (0, 100),
        early: Annotated[
            bool, Option("--early", help=_("end as soon as the sequential test decides"))
        ] = False,
        jobs: Annotated[int, Option(min=1, help=_("processes"))] = 2,
        cluster: options.Cluster = None,
        journal: Annotated[
            Path | None, Option(help=_("write every pair here, and go on from it if it is there"))
        ] = None,
        as_json: options.AsJson = False,
    ) -> int:
        (confinement,) = ctx.obj
        asked = Limit(seconds, nodes, depth)
        if elo[0] >= elo[1]:
            raise BadInput(
                _(
                    "--elo {least:g} {most:g}: wanted the smaller number first, e.g. --elo 0 50",
                    least=elo[0],
                    most=elo[1],
                )
            )
        limit = choose_limit(asked, game.players.quick).limit
        check_size(game, size)
        task = PairTask(game.name, size, (first, second), limit, seed, 0, confinement=confinement)
        if has_programs(task):
            warn(confinement)
        check_limit(task, asked)
        return print_match(task, MatchPlan(pairs, jobs, cluster, journal, elo, early), as_json)

    options.add_verb(
        app,
        game,
        "match",
        verb,
        "engine level-3 --pairs 50 --journal match.jsonl",
        after=[options.CONFINED],
        without=options.missing(game),
        text=HELP,
    )
