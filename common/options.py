"""Options and verbs that are alike in all five programs; imported only where typer is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from common.stage import Stage

SECONDS = typer.Option(None, help="seconds a move (default: see the README)")
NODES = typer.Option(None, help="positions looked at a move; the same call then plays the same game")
DEPTH = typer.Option(None, help="plies looked ahead; the same call then plays the same game")
THREADS = typer.Option(
    2, min=1, max=16, help="of the engine; with more than one, and where seconds count, games may differ from run to run"
)
LEVEL = typer.Option(None, help="strength of the engine, 1 to 5, in place of --seconds and --nodes")
SEED = typer.Option(None, help="of everything that is random; printed where it is drawn")
GIF = typer.Option(None, help="write the game as a GIF")
FRAME_MS = typer.Option(400, min=20, max=60_000, help="milliseconds a frame")
LANG = typer.Option("en", "--lang", metavar="en|pt", help="language of what people are told; beside every verb")
RECORD = typer.Option(None, help="save the game here, move by move, as JSON lines")


def add_replay(app: typer.Typer, stage: Stage[Any], script: str) -> None:
    """The verb `replay` of a game."""

    @app.command(epilog=f"Example: python {script} replay game.jsonl --gif again.gif")
    def replay(file: Path, gif: Path = GIF, frame_ms: int = FRAME_MS) -> int:
        """Print a saved game again, and draw it."""
        return stage.replay(file, gif, frame_ms)
