"""The verb `check` of Circle the Cat."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument

from common.command import options
from common.play.game import Game


def add_verbs(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb."""
    text = "Check a stored strategy against every reply. Uses nothing but the rules."

    def check_strategy(file: Annotated[Path, Argument(help="strategy file")]) -> int:
        from common.games.circle_the_cat.proof_report import check_file

        print(check_file(file, game.notation.read))
        return 0

    options.add_verb(app, game, options.Verb("check", check_strategy, "strategy.jsonl", text=text))
