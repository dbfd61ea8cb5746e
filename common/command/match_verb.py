"""The verb `match`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from common.command import options
from common.judge.match.games import PairTask, check_size
from common.judge.match.report import MatchPlan, check_limit, has_programs, print_match
from common.play.game import Game
from common.programs.confinement import Confinement
from common.programs.sandbox import warn
from common.rules.errors import BadInput
from common.search.limit import Limit, choose_limit


def add_match(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Many games between two players. Who is stronger: Elo with its interval, a sequential test, faults.

    `A + B` names a player for each side.
    """
    shown = f"{game.players.quick.seconds:g} s a move" if game.players.quick.seconds else "the engine's own"

    def verb(
        confinement: Confinement,
        first: str,
        second: str,
        pairs: int = typer.Option(100, min=1, help="starts, each played twice with sides changed"),
        seconds: float = typer.Option(None, help=f"a move (default {shown})"),
        nodes: int = options.NODES,
        depth: int = options.DEPTH,
        size: int = typer.Option(game.search.size(game.starts.usual), help="side of the board"),
        seed: int = typer.Option(0, help="of starts and players"),
        elo: tuple[float, float] = typer.Option(
            (0, 100), help="the sequential test: stronger by the second or by the first?"
        ),
        early: bool = typer.Option(False, "--early", help="end as soon as the sequential test decides"),
        jobs: int = typer.Option(2, min=1, help="processes"),
        cluster: str = options.CLUSTER,
        journal: Path = typer.Option(None, help="write every pair here, and go on from it if it is there"),
        as_json: bool = options.AS_JSON,
    ) -> int:
        if elo[0] >= elo[1]:
            raise BadInput(f"--elo {elo[0]:g} {elo[1]:g}: wanted the smaller number first, e.g. --elo 0 50")
        limit = choose_limit({}, None, seconds, nodes, depth, game.players.quick).limit
        check_size(game, size)
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
        text=add_match.__doc__,
    )
