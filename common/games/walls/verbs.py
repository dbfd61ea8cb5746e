"""The verbs of Walls alone: `check` verifies its strategy, `tree` writes the search tree."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from common.cli.options import TO_STUDY, Verb
from common.games.walls.strategy import stored_moves
from common.games.walls.strategy_check import TARGETS, StrategyCheck
from common.games.walls.tree import Tree
from common.play.game import Game
from common.rules.files import write_atomically
from common.show.progress_line import show_progress


def add_check(app: typer.Typer, game: Game[Any]) -> None:
    """Add the verb `check`."""

    def check() -> int:
        """Check the stored strategy of 5x5 against every reply. Where it ends, search goes on (minutes)."""
        start = game.read("5")
        linked = game.search.compiled(start.size)
        found = StrategyCheck(stored_moves(), linked.instance(), linked.fields)
        for side, target in zip(game.sides, TARGETS, strict=True):
            print(found.run(start, side, target, show_progress), flush=True)
        return 0

    Verb(app, game, TO_STUDY).add(check)


def add_tree(app: typer.Typer, game: Game[Any]) -> None:
    """Add the verb `tree`.

    "a search tree ... that includes every possible move starting from the initial state"
    """

    def tree(
        size: Annotated[str, Argument(metavar="N", help="board size")],
        file: Annotated[Path, Argument(metavar="FILE", help="DOT file to write")],
        depth: Annotated[int, Option(min=0, max=12, help="depth in plies")] = 4,
    ) -> int:
        """Write the search tree as Graphviz DOT. Prints its statistics."""
        found = Tree(game.read(size), depth)
        print("\n".join(found.lines()))
        write_atomically(file, found.dot().encode())
        return 0

    Verb(app, game, TO_STUDY, "3 --depth 4 tree.dot").add(tree)
