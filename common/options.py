"""Options and verbs that are alike in all five programs; imported only where typer is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from common.stage import Stage

if TYPE_CHECKING:
    from common.analysis import Analyst

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
RECORD = typer.Option(None, help="save the game here, move by move, as JSON lines")


def add_replay(app: typer.Typer, stage: Stage[Any], script: str) -> None:
    """The verb `replay` of a game."""

    @app.command(epilog=f"Example: python {script} replay game.jsonl --gif again.gif")
    def replay(file: Path, gif: Path = GIF, frame_ms: int = FRAME_MS) -> int:
        """Print a saved game again, and draw it."""
        return stage.replay(file, gif, frame_ms)


def add_analyse(app: typer.Typer, analyst: Analyst[Any], script: str) -> None:
    """The verb `analyse` of a game; limits that its thinking does not know are not shown."""

    def limit(name: str, text: str, least: int | None = None, most: int | None = None) -> Any:
        return typer.Option(None, help=text, hidden=name not in analyst.limits, min=least, max=most)

    @app.command(epilog=f"Example: python {script} analyse {analyst.example}")
    def analyse(
        words: list[str] = typer.Argument(metavar="FILE|POSITION", help="a saved game, or a position as in the example"),
        seconds: float = limit("seconds", "a position (default 2)"),
        nodes: int = limit("nodes", "positions looked at for each; the same call then prints the same"),
        depth: int = limit("depth", "plies looked ahead; the same call then prints the same"),
        threads: int = limit("threads", "of the engine, where seconds count (default 2)", 1, 16),
        as_json: bool = typer.Option(False, "--json", help="one JSON object, or for a saved game one a move"),
        plot: Path = typer.Option(None, help="draw the score of a saved game here, as a PNG"),
    ) -> int:
        """The best move, the line and the score of a position; of a saved game all scores, and where it turned."""
        means = analyst.means(seconds=seconds, nodes=nodes, depth=depth, threads=threads)
        return analyst.analyse(words, means, as_json, plot)
