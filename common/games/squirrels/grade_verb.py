"""The verb `grade`: a folder of answers, a program, or the programs of a class, on all cases of a folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from common.games.squirrels import class_report
from common.games.squirrels.answer_files import Judged, Task, judge, number_of
from common.judge.processes import spread
from common.programs.one_shot import split_command
from common.record.whole_files import write_whole
from common.rules.errors import BadInput
from common.show.progress_line import ProgressLine

if TYPE_CHECKING:
    import typer


class Judging(Protocol):
    """A game whose input files are answered by files."""

    @property
    def name(self) -> str: ...

    def read_task(self, path: Path, /) -> Task:
        """What is to be answered for an input; a module's function, so that other processes find it."""


def add_grade(app: typer.Typer, judging: Judging) -> None:
    """Add the verb."""
    import typer

    from common.command.options import MEMORY, NO_SANDBOX, READABLE, REQUIRE_SANDBOX, confined

    script = f"{judging.name}.py"

    @app.command(epilog=f"Example: python {script} grade cases --programs handed_in --csv points.csv --jobs 2")
    def grade(
        folder: Path,
        program: str = typer.Option(None, help="run this on every case, as PROGRAM -i input.txt in an empty folder"),
        programs: Path = typer.Option(None, help=f"a class: a folder of NAME.py, executables, folders with main.py or {script}"),
        seconds: float = typer.Option(10.0, min=0.01, help="a case"),
        jobs: int = typer.Option(1, min=1, help="cases or programs at once"),
        table: Path = typer.Option(None, "--csv", help="of a class: the table, for spreadsheets"),
        pages: Path = typer.Option(None, help="of a class: a folder for a page a program, with the reasons"),
        gradescope: Path = typer.Option(None, help="of one program: results.json as Gradescope reads it"),
        as_json: bool = typer.Option(False, "--json", help="the result as JSON"),
        memory: float = MEMORY,
        readable: list[Path] = READABLE,
        no_sandbox: bool = NO_SANDBOX,
        require_sandbox: bool = REQUIRE_SANDBOX,
    ) -> int:
        """Grade all cases of FOLDER. The answers there, a program's, or a class's; exit status 1 if something is wrong."""
        numbers = sorted((number_of(path) for path in folder.glob("input_*.txt")), key=int)
        if not numbers:
            raise BadInput(f"{folder}: wanted a folder with input_1.txt, input_2.txt ...")
        _refuse_others(program, programs, {"--csv": table, "--pages": pages}, gradescope)
        confinement = confined(memory, readable, False, no_sandbox, require_sandbox)
        cases = class_report.Cases(folder, numbers, judging.read_task, seconds, confinement)
        if programs:
            grade_one = partial(class_report.grade, programs=programs, cases=cases)
            handed_in, graded = class_report.submissions(programs, script), list[class_report.Graded]()
            try:
                _follow(grade_one, handed_in, jobs, "programs", graded)
            finally:
                if graded:
                    whole = len(graded) == len(handed_in)
                    _tell_class(graded, table if whole else None, pages if whole else None, as_json)
            return int(any(one.points < len(one.judged) for one in graded))
        words = split_command(program) if program else None
        judge_one = partial(judge, folder=folder, read=judging.read_task, program=words, seconds=seconds, confinement=confinement)
        judged = list[Judged]()
        try:
            _follow(judge_one, numbers, jobs, "cases", judged)
            if gradescope:
                write_whole(gradescope, json.dumps(class_report.gradescope(judged, _told()), indent=1).encode())
        finally:
            if judged:
                print_score(judged, len(numbers), as_json, _told() if words else "")
        return int(not all(one.right for one in judged))


def _refuse_others(program: str | None, programs: Path | None, of_class: dict[str, Path | None], gradescope: Path | None) -> None:
    """Raises BadInput at options that do not go together."""
    if program and programs:
        raise BadInput(f"--program --programs {programs}: wanted one of them")
    if gradescope and not program:
        raise BadInput(f"--gradescope {gradescope}: wanted --program with it, for it is about one program")
    for name, path in of_class.items():
        if path and not programs:
            raise BadInput(f"{name} {path}: wanted --programs FOLDER with it")


def _follow(work: Callable[[Any], Any], tasks: Sequence[Any], jobs: int, noun: str, done: list[Any]) -> None:
    """Add the results to `done` as they come, which stay there if it is stopped."""
    with ProgressLine(True, None) as line, closing(spread(work, tasks, jobs)) as results:
        for one in results:
            done.append(one)
            line.say(f"{len(done)} of {len(tasks)} {noun}")


def _tell_class(graded: list[class_report.Graded], table: Path | None, pages: Path | None, as_json: bool) -> None:
    """Print what came of a class, and write what is asked for. Raises OSError."""
    if table:
        write_whole(table, class_report.as_csv(graded).encode())
    if pages:
        _write_pages(pages, graded)
    if as_json:
        known = [
            {"program": one.name, "score": one.points, "of": len(one.judged), "cases": [case._asdict() for case in one.judged]}
            for one in graded
        ]
        print(json.dumps({"programs": known, "sandbox": _told()}, indent=1))
    else:
        print("\n".join([*class_report.printed(graded), _told()]))


def _write_pages(folder: Path, graded: list[class_report.Graded]) -> None:
    from common.show.page import text_page

    folder.mkdir(parents=True, exist_ok=True)
    for one in graded:
        body = f"{class_report.reasons_page(one)}<p>{escape(_told())}</p>"
        write_whole(folder / f"{one.name}.html", text_page(one.name, body).encode())


def _told() -> str:
    from common.programs.sandbox import sandbox

    return sandbox().told()


def print_score(judged: list[Judged], cases: int, as_json: bool, sandbox: str) -> None:
    """Print what was wrong, what kept a program, and the score of those of the cases that were judged."""
    score, left = sum(one.right for one in judged), cases - len(judged)
    if as_json:
        known = {"score": score, "of": len(judged)} | ({"not graded": left} if left else {}) | {"sandbox": sandbox or None}
        print(json.dumps({**known, "cases": [one._asdict() for one in judged]}, indent=1))
    else:
        for one in judged:
            print("\n".join(one.lines))
        if sandbox:
            print(sandbox)
        print(f"Score: {score} of {len(judged)}{f'; {left} not graded' * bool(left)}")
