"""The verb `check` of Circle the Cat."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from common.play.game import Game
from common.show.language import translated

if TYPE_CHECKING:
    import typer


def add_verbs(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb."""

    @app.command("check", epilog="Example: python game.py check strategy.jsonl")
    def check_strategy(file: Path) -> int:
        """Replay a strategy against every reply. By the rules alone."""
        from common.games.circle_the_cat.proof_report import check_file

        print(translated(check_file(file, game.notation.read)))
        return 0
