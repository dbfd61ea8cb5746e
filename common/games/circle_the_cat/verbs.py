"""The verb `check` of Circle the Cat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from common.command import options
from common.messages import _
from common.play.game import Game
from common.show.language import translated


def add_verbs(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb."""
    text = _("Replay a strategy against every reply. By the rules alone.")

    def check_strategy(file: Path) -> int:
        from common.games.circle_the_cat.proof_report import check_file

        print(translated(check_file(file, game.notation.read)))
        return 0

    options.add_verb(app, game, "check", check_strategy, "strategy.jsonl", text=text)
