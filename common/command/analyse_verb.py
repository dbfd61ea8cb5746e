"""The verb `analyse`: scores and best moves of a position or a saved game."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from common.command import options
from common.judge.analysis.analyst import Analyst
from common.judge.analysis.game_budget import GAME_SECONDS
from common.play.game import Game
from common.play.players import PlayerSettings
from common.play.record import is_record, load
from common.rules.errors import BadInput
from common.rules.files import check_overwrite
from common.search.limit import Limit, choose_limit


def is_saved_game(game: Game[Any, Any], words: Sequence[str]) -> bool:
    """Return True if the words name a saved game.

    If a position can be one word too (an input file of the squirrel war), the first sign `{` decides.
    """
    if len(words) != 1 or not Path(words[0]).is_file():
        return False
    return 1 not in game.notation.word_counts or is_record(Path(words[0]))


HELP = (
    "Analyse a position or a saved game. For a position: the best move, its line and its "
    "score. For a saved game: a score after every move, and the blunders and mistakes."
)


def add_analyse(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `analyse`."""

    def verb(
        words: Annotated[
            list[str],
            Argument(metavar="FILE|POSITION", help="saved game, or a position as in the example"),
        ],
        seconds: Annotated[
            float | None,
            Option(help=f"seconds per position (default 2; {GAME_SECONDS:g} for a saved game)"),
        ] = None,
        nodes: Annotated[
            int | None, Option(help="node limit per position; makes the output reproducible")
        ] = None,
        depth: Annotated[
            int | None, Option(help="depth limit in plies; makes the output reproducible")
        ] = None,
        as_json: Annotated[
            bool, Option("--json", help="one JSON object; for a saved game, one per move")
        ] = False,
        html: options.Html = None,
        force: options.Force = False,
    ) -> int:
        check_overwrite("--html", html, force)
        asked, default = Limit(seconds, nodes, depth), game.players.analysis_limit()
        level = choose_limit(asked, default)
        budgets_games = asked == Limit() and default.seconds is not None
        analyst = Analyst(game, PlayerSettings(level), budgets_games)
        if is_saved_game(game, words):
            analyst.analyse_game(load(game, Path(words[0])), Path(words[0]), as_json, html)
        elif html:
            raise BadInput(f"--html {html}: expected a saved game, since a single position has no curve")
        else:
            analyst.analyse_position(words, as_json)
        return 0

    without = options.missing_options(game, "analyse")
    options.add_verb(
        app, game, options.Verb("analyse", verb, game.notation.example_line, without=without, text=HELP)
    )
