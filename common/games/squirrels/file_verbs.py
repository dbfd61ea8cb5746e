"""The verbs about input files and their answers: `check`, `grade` and `cases`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from common.games.squirrels.answer_files import Answer, Task, compare, number_of
from common.games.squirrels.grade_verb import add_grade
from common.games.squirrels.perfect_play import VERDICT_SECONDS
from common.games.squirrels.random_cases import write_cases
from common.play.game import Game
from common.record.saved_games import check_new
from common.record.seeds import draw_seed, tell_seed

if TYPE_CHECKING:
    import typer


def add_verbs(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the three verbs, with the functions of the game's script, which other processes find by their names."""
    script: Any = sys.modules[game.module]
    _add_check(app, script.read_task, script.verdict)
    add_grade(app, script.read_task)
    _add_cases(app, script.read_task, script.make_case)


def _add_check(
    app: typer.Typer,
    read_task: Callable[[Path], Task],
    verdict: Callable[[Path, float], str],
) -> None:
    import typer

    option = typer.Option(False, "--verdict", help="say what the right move gives away against perfect play")

    @app.command(epilog="Example: python squirrels.py check input_3.txt my_answers")
    def check(
        source: Path = typer.Argument(metavar="INPUT"),
        folder: Path = typer.Argument(Path()),
        with_verdict: bool = option,
        seconds: float = typer.Option(VERDICT_SECONDS, min=0.01, help="for the verdict"),
        as_json: bool = typer.Option(False, "--json", help="the result as JSON"),
    ) -> int:
        """Compare answer files with the right ones. Exit status 1 if something is wrong."""
        task = read_task(source)
        said = {"verdict": verdict(source, seconds)} if with_verdict else {}
        judged = compare(task, number_of(source), {name: Answer(folder, (name,)) for name in task.files})
        print(json.dumps(judged._asdict() | said) if as_json else "\n".join([*judged.lines, *said.values()]))
        return int(not judged.right)


def _add_cases(
    app: typer.Typer,
    read_task: Callable[[Path], Task],
    make_case: Callable[[Random], str],
) -> None:
    import typer

    from common.command.options import FORCE

    @app.command(epilog="Example: python squirrels.py cases 100 --seed 7 cases")
    def cases(
        count: int = typer.Argument(min=1),
        folder: Path = typer.Argument(),
        seed: int = typer.Option(None),
        force: bool = FORCE,
    ) -> int:
        """Make random cases with their answers in FOLDER. The same seed, the same cases."""
        check_new("cases", folder, force)
        chosen = draw_seed() if seed is None else seed
        write_cases(make_case, read_task, folder, count, chosen)
        tell_seed(chosen)
        return 0
