"""The verbs of Walls alone: `check` replays a strategy, `tree` draws the search tree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from common.games.walls.strategy_check import StrategyCheck
from common.games.walls.tree import Tree
from common.play.game import Game
from common.record.whole_files import write_whole
from common.show.progress_line import watched


def add_verbs(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add `check` and `tree`."""
    add_check(app, game)
    add_tree(app, game)


def add_check(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add `check`."""

    @app.command("check", epilog="Example: python walls.py check strategy.bin")
    def check_strategy(
        file: Path, size: str = typer.Option("5", metavar="N", help="side of the board")
    ) -> None:
        """Replay a strategy against every reply. Where its moves end the rest is proven (minutes)."""
        start = game.notation.read(size)
        linked = game.search.compiled(start.size)
        found = StrategyCheck(file, linked.fast, linked.fields)
        for side, target in zip(game.sides, (1, -1), strict=True):
            print(found.run(start, side, target, watched), flush=True)


def add_tree(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add `tree`: "a search tree ... that includes every possible move starting from the initial state"."""

    @app.command(epilog="Example: python walls.py tree 3 --depth 4 tree.dot")
    def tree(
        size: str = typer.Argument(..., metavar="N"),
        file: Path = typer.Argument(..., metavar="FILE"),
        depth: int = typer.Option(4, min=0, max=12, help="plies"),
    ) -> None:
        """The search tree as Graphviz DOT, and its statistics."""
        found = Tree(game.notation.read(size), depth)
        print("\n".join(found.lines()))
        write_whole(file, found.dot().encode())
