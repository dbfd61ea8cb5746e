"""The verb `check` of Circle the Cat."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from common.messages import _
from common.play.game import Game
from common.show.language import translated

if TYPE_CHECKING:
    import typer


def add_verbs(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb."""
    from common.command.options import example_of
    from common.command.translated_help import VerbHelp

    text = translated(_("Replay a strategy against every reply. By the rules alone."))
    example = example_of("python game.py check strategy.jsonl")

    @app.command("check", cls=VerbHelp, help=text, epilog=example)
    def check_strategy(file: Path) -> int:
        from common.games.circle_the_cat.proof_report import check_file

        print(translated(check_file(file, game.notation.read)))
        return 0
