"""The verb `analyse`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from common.command import options
from common.command.playing import load
from common.judge.analysis.analyst import Analyst
from common.messages import _
from common.play.game import Game
from common.play.players import PlayerSettings
from common.rules.errors import BadInput
from common.search.limit import choose_limit


def is_record(game: Game[Any, Any], words: Sequence[str]) -> bool:
    """Return True for a saved game, which begins with a brace where a position may be one word, too."""
    if len(words) != 1 or not Path(words[0]).is_file():
        return False
    return 1 not in game.notation.counts or Path(words[0]).read_bytes()[:1] == b"{"


HELP = _(
    "The best move and the score of a position, or of a game. Of a saved game all scores, and "
    "where it turned."
)


def add_analyse(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `analyse`."""

    def verb(
        words: list[str] = typer.Argument(
            metavar="FILE|POSITION", help=_("a saved game, or a position as in the example")
        ),
        seconds: float = typer.Option(None, help=_("a position (default 2)")),
        nodes: int = typer.Option(
            None, help=_("positions looked at for each; the same call then prints the same")
        ),
        depth: int = typer.Option(None, help=_("plies looked ahead; the same call then prints the same")),
        threads: int = typer.Option(2, min=1, max=16, help=_("of the engine, where seconds count")),
        as_json: bool = typer.Option(
            False, "--json", help=_("one JSON object, or for a saved game one a move")
        ),
        plot: Path = typer.Option(None, help=_("draw the score of a saved game here, as a PNG")),
        html: Path = options.HTML,
    ) -> int:
        if plot and not plot.parent.is_dir():
            raise BadInput(_("--plot {file}: wanted a file in a folder that is there", file=plot))
        level = choose_limit({}, None, seconds, nodes, depth, game.players.analysis_limit())
        analyst = Analyst(game, PlayerSettings(level, threads))
        if is_record(game, words):
            analyst.saved(load(game, Path(words[0])), Path(words[0]), as_json, plot, html)
        elif file := plot or html:
            name = "--plot" if plot else "--html"
            raise BadInput(
                _(
                    "{option} {file}: wanted a saved game, for one position has no course to draw",
                    option=name,
                    file=file,
                )
            )
        else:
            analyst.position(words, as_json)
        return 0

    without = options.missing(game, "analyse")
    options.add_verb(app, game, "analyse", verb, game.notation.example_line, without=without, text=HELP)
