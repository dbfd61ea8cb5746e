"""Options and verbs that are alike in all five programs; imported only where typer is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from common.pictures import read_film, read_still
from common.saved import Shown
from common.stage import Stage

SECONDS = typer.Option(None, help="seconds a move (default: see the README)")
NODES = typer.Option(None, help="positions looked at a move; the same call then plays the same game")
DEPTH = typer.Option(None, help="plies looked ahead; the same call then plays the same game")
THREADS = typer.Option(
    2, min=1, max=16, help="of the engine; with more than one, and where seconds count, games may differ from run to run"
)
LEVEL = typer.Option(None, help="strength of the engine, 1 to 5, in place of --seconds and --nodes")
SEED = typer.Option(None, help="of everything that is random; printed where it is drawn")
GIF = typer.Option(None, callback=read_film, help="write the game as a GIF, or webp, or mp4, by the file's ending")
FRAME_MS = typer.Option(400, min=20, max=60_000, help="milliseconds a frame")
RECORD = typer.Option(None, help="save the game here, move by move, as JSON lines")
RESUME = typer.Option(None, help="go on with this unfinished record, and write on into it, or into --record")
JSON = typer.Option(False, "--json", help="on stdout the lines of the record and nothing else; not for people who play")
PNG = typer.Option(None, callback=read_still, help="write one position as PNG")
AT = typer.Option(None, help="the position of --png: 0 the start, 1 after the first move (default: the last)")
STEP = typer.Option(False, "--step", help="step by step: Enter or n forward, b back, a number goes there, q ends")


def add_replay(app: typer.Typer, stage: Stage[Any], script: str) -> None:
    """The verb `replay` of a game."""

    @app.command(epilog=f"Example: python {script} replay game.jsonl --gif again.gif")
    def replay(
        file: Path,
        step: bool = STEP,
        gif: Path = GIF,
        frame_ms: int = FRAME_MS,
        png: Path = PNG,
        at: int = AT,
        as_json: bool = JSON,
    ) -> int:
        """Print a saved game again, and draw it."""
        return stage.replay(file, Shown(step, as_json, gif, frame_ms, png, at))
