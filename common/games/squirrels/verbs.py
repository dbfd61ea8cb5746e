"""The verbs for input files and their answers: `check`, `grade` and `cases`."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from typer import Argument, Option

from common.command import options
from common.command.help_pages import FOR_CLASSES
from common.games.squirrels.answer_files import AnswerFile, Task, case_number, compare
from common.games.squirrels.grade_verb import add_grade
from common.games.squirrels.perfect_play import VERDICT_SECONDS
from common.games.squirrels.random_cases import write_cases
from common.play.game import Game
from common.play.seeds import random_seed, seed_line
from common.rules.files import check_overwrite


def add_verbs(app: typer.Typer, game: Game[Any]) -> None:
    """Add the three verbs. Worker processes import the functions of the game's script by name."""
    script: Any = sys.modules[game.module]
    _add_check(app, game, script.read_task, script.verdict)
    add_grade(app, game, script.read_task)
    _add_cases(app, game, script.read_task, script.make_case)


def _add_check(
    app: typer.Typer,
    game: Game[Any],
    read_task: Callable[[Path], Task],
    verdict: Callable[[Path, float], str],
) -> None:
    def check(
        source: Annotated[Path, Argument(metavar="INPUT", help="input file")],
        folder: Annotated[Path, Argument(help="folder of the answer files")] = Path(),
        with_verdict: Annotated[
            bool, Option("--verdict", help="compare the correct move with perfect play")
        ] = False,
        seconds: Annotated[float, Option(min=0.01, help="seconds for the verdict")] = VERDICT_SECONDS,
        as_json: Annotated[bool, Option("--json", help="machine-readable output (JSON)")] = False,
    ) -> int:
        """Compare answer files with the correct ones. Exit status 1 if something is wrong."""
        task = read_task(source)
        facts = {"verdict": verdict(source, seconds)} if with_verdict else {}
        judged = compare(
            task, case_number(source), {name: AnswerFile(folder, (name,)) for name in task.files}
        )
        print(
            json.dumps(judged._asdict() | facts) if as_json else "\n".join([*judged.lines, *facts.values()])
        )
        return int(not judged.right)

    options.add_verb(app, game, options.Verb("check", check, "input_3.txt my_answers", group=FOR_CLASSES))


def _add_cases(
    app: typer.Typer,
    game: Game[Any],
    read_task: Callable[[Path], Task],
    make_case: Callable[[Random], str],
) -> None:
    def cases(
        count: Annotated[int, Argument(min=1, help="number of cases")],
        folder: Annotated[Path, Argument(help="folder to write them to")],
        seed: options.Seed = None,
        force: options.Force = False,
    ) -> int:
        """Make random cases with their answers in FOLDER. The same seed makes the same cases."""
        check_overwrite("cases", folder, force)
        chosen = random_seed() if seed is None else seed
        write_cases(make_case, read_task, folder, count, chosen)
        print(seed_line(chosen), file=sys.stderr)
        return 0

    options.add_verb(app, game, options.Verb("cases", cases, "100 --seed 7 cases", group=FOR_CLASSES))
