"""The verb `bench`."""

from __future__ import annotations

from typing import Any

import typer

from common.command import options
from common.judge.strength_table import print_table
from common.play.game import Game
from common.rules.errors import BadInput, quoted
from common.search.limit import choose_limit


def add_bench(app: typer.Typer, game: Game[Any, Any]) -> None:
    """The table of strength: who beats whom, and how often. The starts are the same whenever it is called."""
    counts = " or ".join(f"{count}" for count in sorted({series.starts for series in game.table(None)}, reverse=True))

    def verb(
        starts: int = typer.Option(None, min=1, help=f"of each set (default {counts})"),
        first: int = typer.Option(0, min=0, help="number of the first of them"),
        player: str = typer.Option(None, help="only rows with this player"),
        seconds: float = typer.Option(None, help=f"seconds a move (default: {options.told(game.quick)})"),
        nodes: int = options.NODES,
        depth: int = options.DEPTH,
        jobs: int = typer.Option(2, min=1, help="processes"),
        as_json: bool = options.AS_JSON,
    ) -> int:
        table = [series for series in game.table(player) if player in (None, series.first, series.second)]
        if not table:
            raise BadInput(
                f"--player {quoted(player or '')}: wanted one of the table's, e.g. --player {game.table(None)[0].first}"
            )
        limit = choose_limit({}, None, seconds, nodes, depth, game.quick).limit
        return print_table(game, table, starts, first, limit, jobs, as_json)

    without = options.missing(game, game.limits)
    options.add_verb(app, game, "bench", verb, "--starts 10", without=without, text=add_bench.__doc__)
