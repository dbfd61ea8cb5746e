"""The verbs `check`, `grade` and `cases` of a program that answers input files with files."""

from __future__ import annotations

import json
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Protocol

from common.judge.answer_files import Judged, Task, compare, judge, number_of
from common.judge.grading import print_score
from common.judge.processes import spread
from common.play.players import split_command
from common.record.kept_games import check_new
from common.record.seeds import draw_seed, tell_seed
from common.record.whole_files import write_whole
from common.rules.errors import BadInput
from common.show.progress_line import ProgressLine

if TYPE_CHECKING:
    import typer

SECONDS = 60.0  # for a verdict, unless one says otherwise


class Checked(Protocol):
    """A game whose input files are answered by files."""

    @property
    def name(self) -> str: ...

    def read_task(self, path: Path, /) -> Task:
        """What is to be answered for an input; a module's function, so that other processes find it."""

    def make_case(self, chance: Random, /) -> str:
        """A random input."""

    def verdict(self, source: Path, seconds: float) -> str:
        """What the move that answers an input gives away, as far as seconds tell."""


def add_checking(app: typer.Typer, checked: Checked) -> None:
    """Add the three verbs."""
    import typer

    from common.command.options import FORCE

    script = f"{checked.name}.py"

    @app.command(epilog=f"Example: python {script} check input_3.txt my_answers")
    def check(
        source: Path = typer.Argument(metavar="INPUT"),
        folder: Path = typer.Argument(Path()),
        verdict: bool = typer.Option(False, "--verdict", help="say what the right move gives away against perfect play"),
        seconds: float = typer.Option(SECONDS, min=0.01, help="for the verdict"),
        as_json: bool = typer.Option(False, "--json", help="the result as JSON"),
    ) -> int:
        """Compare the answer files in FOLDER with the right ones; exit status 1 if something is wrong."""
        task = checked.read_task(source)
        said = {"verdict": checked.verdict(source, seconds)} if verdict else {}
        judged = compare(task, number_of(source), {name: folder / name for name in task.files})
        print(json.dumps(judged._asdict() | said) if as_json else "\n".join([*judged.lines, *said.values()]))
        return int(not judged.right)

    @app.command(epilog=f"Example: python {script} grade cases --program 'python my_{script}' --jobs 2")
    def grade(
        folder: Path,
        program: str = typer.Option(None, help="run this on every case, as PROGRAM -i input.txt in an empty folder"),
        seconds: float = typer.Option(10.0, min=0.01, help="a case"),
        jobs: int = typer.Option(1, min=1, help="cases at once"),
        as_json: bool = typer.Option(False, "--json", help="the result as JSON"),
    ) -> int:
        """Grade all cases of FOLDER; exit status 1 if something is wrong."""
        numbers = sorted((number_of(path) for path in folder.glob("input_*.txt")), key=int)
        if not numbers:
            raise BadInput(f"{folder}: wanted a folder with input_1.txt, input_2.txt ...")
        words = split_command(program) if program else []
        judge_one = partial(judge, folder=folder, read=checked.read_task, program=words or None, seconds=seconds)
        judged = list[Judged]()
        try:
            with ProgressLine(True, None) as line, closing(spread(judge_one, numbers, jobs)) as results:
                for one in results:
                    judged.append(one)
                    line.say(f"{len(judged)} of {len(numbers)} cases")
        finally:
            if judged:
                print_score(judged, len(numbers), as_json)
        return int(not all(one.right for one in judged))

    @app.command(epilog=f"Example: python {script} cases 100 --seed 7 cases")
    def cases(
        count: int = typer.Argument(min=1),
        folder: Path = typer.Argument(),
        seed: int = typer.Option(None),
        force: bool = FORCE,
    ) -> int:
        """Make random cases with their answers in FOLDER; the same seed, the same cases."""
        check_new("cases", folder, force)
        drawn = draw_seed() if seed is None else seed
        write_cases(checked, folder, count, drawn)
        tell_seed(drawn)
        return 0


def write_cases(checked: Checked, folder: Path, count: int, seed: int) -> None:
    """Write input_1.txt and its answers, and so on, into a folder."""
    chance = Random(seed)
    for number in range(1, count + 1):
        below = folder / str(number)
        below.mkdir(parents=True, exist_ok=True)
        source = folder / f"input_{number}.txt"
        write_whole(source, checked.make_case(chance).encode())
        checked.read_task(source).answer(below)
