"""The verbs for input files and their answers: `check` and `cases`."""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from common.cli import options
from common.cli.options import FOR_CLASSES, AnyGame, Verb
from common.games.squirrels.answer_files import AnswerFile, case_number, compare
from common.games.squirrels.random_cases import write_cases
from common.play.players import random_seed, seed_line
from common.rules.files import check_overwrite


def add_check(app: typer.Typer, game: AnyGame) -> None:
    """Add the verb `check`."""
    script: Any = import_module(game.name)

    def check(
        source: Annotated[Path, Argument(metavar="INPUT", help="input file")],
        folder: Annotated[Path, Argument(help="folder of the answer files")] = Path(),
        with_verdict: Annotated[
            bool, Option("--verdict", help="compare the correct move with perfect play")
        ] = False,
        seconds: Annotated[float, Option(min=0.01, help="seconds for the verdict")] = script.VERDICT_SECONDS,
        as_json: options.AsJson = False,
    ) -> int:
        """Compare answer files with the correct ones. Exit status 1 if something is wrong."""
        task = script.read_task(source)
        facts = {"verdict": script.verdict(script.read_case(source), seconds)} if with_verdict else {}
        given = {name: AnswerFile(folder, (name,)) for name in task.files}
        judged = compare(task, case_number(source), given)
        lines = [*judged.lines, *facts.values()]
        print(json.dumps(judged._asdict() | facts) if as_json else "\n".join(lines))
        return int(not judged.right)

    Verb(app, game, FOR_CLASSES, "input_3.txt my_answers").add(check)


def add_cases(app: typer.Typer, game: AnyGame) -> None:
    """Add the verb `cases`."""
    script: Any = import_module(game.name)

    def cases(
        count: Annotated[int, Argument(min=1, help="number of cases")],
        folder: Annotated[Path, Argument(help="folder to write them to")],
        seed: options.Seed = None,
        force: options.Force = False,
    ) -> int:
        """Make random cases with their answers in FOLDER. The same seed makes the same cases."""
        check_overwrite("cases", folder, force)
        chosen = random_seed() if seed is None else seed
        write_cases(script.make_case, script.read_task, folder, count, chosen)
        print(seed_line(chosen), file=sys.stderr)
        return 0

    Verb(app, game, FOR_CLASSES, "100 --seed 7 cases").add(cases)
