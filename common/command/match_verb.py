"""The verb `match`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from common.command import options
from common.judge.match.games import PairTask
from common.judge.match.report import MatchPlan, check_limit, has_programs, print_match
from common.messages import _
from common.play.game import Game
from common.programs.confinement import Confinement
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
        confinement: Confinement,
        first: str,
        second: str,
        pairs: int = typer.Option(100, min=1, help=_("starts, each played twice with sides changed")),
        seconds: float = typer.Option(None, help=_("a move (default {limit})", limit=shown)),
        nodes: int = options.NODES,
        depth: int = options.DEPTH,
        size: int = typer.Option(game.search.size(game.starts.usual), help=_("side of the board")),
        seed: int = typer.Option(0, help=_("of starts and players")),
        elo: tuple[float, float] = typer.Option(
            (0, 100), help=_("the sequential test: stronger by the second or by the first?")
        ),
        early: bool = typer.Option(False, "--early", help=_("end as soon as the sequential test decides")),
        jobs: int = typer.Option(2, min=1, help=_("processes")),
        cluster: str = options.CLUSTER,
        journal: Path = typer.Option(None, help=_("write every pair here, and go on from it if it is there")),
        as_json: bool = options.AS_JSON,
    ) -> int:
        if elo[0] >= elo[1]:
            raise BadInput(
                _(
                    "--elo {least:g} {most:g}: wanted the smaller number first, e.g. --elo 0 50",
                    least=elo[0],
                    most=elo[1],
                )
            )
        limit = choose_limit({}, None, seconds, nodes, depth, game.players.quick).limit
        task = PairTask(game.name, size, (first, second), limit, seed, 0, confinement=confinement)
        if has_programs(task):
            warn(confinement)
        check_limit(task, Limit(seconds, nodes, depth))
        return print_match(task, MatchPlan(pairs, jobs, cluster, journal, elo, early), as_json)

    without = options.missing(game) + ([] if game.search.size(game.starts.usual) else ["size"])
    options.add_verb(
        app,
        game,
        "match",
        verb,
        "engine level-3 --pairs 50 --journal match.jsonl",
        confines=True,
        without=without,
        text=HELP,
    )
