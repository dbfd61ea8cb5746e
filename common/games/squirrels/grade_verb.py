"""The verb `grade`: answer files, one program, or the programs of a class, on all cases of a folder."""

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from typer import Argument, Option

from common.command import options
from common.command.help_pages import FOR_CLASSES
from common.games.squirrels import class_grading, class_report
from common.games.squirrels.answer_files import CaseResult, GradedProgram, Task, grade_case
from common.judge.processes import run_parallel
from common.play.game import Game
from common.programs.confinement import Confinement
from common.programs.one_shot import split_command
from common.programs.program_store import program_store
from common.programs.runtime import Runtime
from common.programs.sandbox import require_file_protection, sandbox_for, warn_of_gaps
from common.rules.errors import BadInput, quoted
from common.rules.files import write_atomically
from common.show.progress_line import ProgressLine

SCRIPT = "squirrels.py"  # usual main file of a program, besides main.py
PROGRAM_HELP = "grade this command, run as COMMAND -i input.txt"
PROGRAMS_HELP = f"grade a class: folder of NAME.py, executables, folders with main.py or {SCRIPT}"
MAX_NAME_BYTES = 200  # bytes of a page's file name: file systems allow 255 with the suffix


class GradeOptions(NamedTuple):
    """The options of a call: one program, a class or neither (stored answers), and the outputs."""

    program: str | None
    programs: Path | None
    jobs: int
    table: Path | None
    pages: Path | None
    gradescope: Path | None
    as_json: bool
    runtime: Runtime

    def check(self) -> None:
        """Raise BadInput for incompatible options."""
        if self.program and self.programs:
            raise BadInput(f"--program --programs {self.programs}: give only one of them")
        if self.gradescope and not self.program:
            raise BadInput(f"--gradescope {self.gradescope} needs --program, since it is about one program")
        for name, path in {"--csv": self.table, "--pages": self.pages}.items():
            if path and not self.programs:
                raise BadInput(f"{name} {path} needs --programs FOLDER")


def add_grade(app: typer.Typer, game: Game[Any], read_task: Callable[[Path], Task]) -> None:
    """Grade all cases of FOLDER. Grades its answers, a program or a class. Exit status 1 if any is wrong."""

    def verb(
        ctx: typer.Context,
        folder: Annotated[Path, Argument(help="folder of cases")],
        program: Annotated[str | None, Option(metavar="COMMAND", help=PROGRAM_HELP)] = None,
        programs: Annotated[Path | None, Option(metavar="FOLDER", help=PROGRAMS_HELP)] = None,
        seconds: Annotated[float, Option(min=0.01, help="seconds per case")] = 10.0,
        jobs: Annotated[int, Option(min=1, max=256, help="cases or programs graded in parallel")] = 1,
        table: Annotated[Path | None, Option("--csv", help="class: write the table as CSV")] = None,
        pages: Annotated[
            Path | None, Option(metavar="FOLDER", help="class: folder for one page per program, with reasons")
        ] = None,
        gradescope: Annotated[
            Path | None, Option(help="one program: write Gradescope's results.json")
        ] = None,
        as_json: Annotated[bool, Option("--json", help="machine-readable output (JSON)")] = False,
    ) -> int:
        confinement, runtime = ctx.obj
        chosen = GradeOptions(program, programs, jobs, table, pages, gradescope, as_json, runtime)
        chosen.check()
        found = class_grading.find_cases(folder, read_task)
        confinement = runtime.isolate(confinement)
        cases = class_grading.Cases(folder, found.numbers, read_task, seconds, confinement)
        if program or programs:
            check_sandbox(confinement, untrusted=programs is not None)
        for line in (*found.misnamed, *found.unreadable):
            print(line, file=sys.stderr)
        status = grade_class(programs, cases, chosen) if programs else grade_one(cases, chosen)
        return 2 if found.unreadable else status

    options.add_verb(
        app,
        game,
        options.Verb(
            "grade",
            verb,
            "cases --programs handed_in --csv points.csv --jobs 2",
            after=[options.CONFINEMENT, options.RUNTIME],
            without=["ponder"],
            text=add_grade.__doc__,
            group=FOR_CLASSES,
        ),
    )


def check_sandbox(confinement: Confinement, untrusted: bool) -> None:
    """Warn if the sandbox is incomplete.

    Raise BadInput if `untrusted` programs could reach this user's files.
    """
    if untrusted:
        require_file_protection(confinement)
    warn_of_gaps(confinement)


def grade_one(cases: class_grading.Cases, settings: GradeOptions) -> int:
    """Grade stored answers or one program; return the exit status, 1 if a case is wrong."""
    words = settings.runtime.resolve_command(split_command(settings.program)) if settings.program else None
    with program_store() as store:
        cases = cases._replace(confinement=cases.confinement._replace(temporary_folder=store.root))
        return grade_cases(words, cases, settings)


def grade_cases(words: list[str] | None, cases: class_grading.Cases, settings: GradeOptions) -> int:
    """Grade each case, print the results, also of an interrupted run, and return the exit status.

    `words` is the program's command, None for stored answers. The status is 1 if a case is wrong.
    """
    program = words and GradedProgram(words, cases.seconds, cases.confinement)
    judge_case = partial(grade_case, folder=cases.folder, read=cases.read, program=program or None)
    judged = list[CaseResult]()
    try:
        _collect_results(judge_case, cases.numbers, settings.jobs, "cases", judged.append)
        if settings.gradescope:
            report = class_report.gradescope_results(judged, _sandbox_note(cases.confinement))
            write_atomically(settings.gradescope, json.dumps(report, indent=1).encode())
    finally:
        if judged:
            print_score(
                judged,
                len(cases.numbers),
                settings.as_json,
                _sandbox_note(cases.confinement) if words else "",
            )
    return int(not all(one.right for one in judged))


def grade_class(folder: Path, cases: class_grading.Cases, settings: GradeOptions) -> int:
    """Grade the programs of a class; return the exit status, 1 if a case is wrong.

    The results of all are printed and written, also if the run is interrupted.
    """
    with program_store() as store:
        cases = cases._replace(confinement=cases.confinement._replace(temporary_folder=store.root))
        handed_in = class_grading.copy_submissions(folder, SCRIPT, settings.runtime, store)
        for one in handed_in:
            if one.refusal:
                print(f"{quoted(one.name)} {one.refusal}", file=sys.stderr)
        graded = list[class_grading.ProgramResult]()
        try:
            _collect_results(
                partial(class_grading.grade_program, programs=folder, cases=cases),
                handed_in,
                settings.jobs,
                "programs",
                graded.append,
            )
        finally:
            if graded:
                _report_class(graded, len(handed_in), settings, _sandbox_note(cases.confinement))
    return int(any(one.points < len(one.results) for one in graded))


def _collect_results(
    work: Callable[[Any], Any], tasks: Sequence[Any], jobs: int, noun: str, keep: Callable[[Any], None]
) -> None:
    """Pass each result to `keep` as soon as it arrives, so that an interrupt loses none."""
    with ProgressLine(True, None) as line, closing(run_parallel(work, tasks, jobs)) as results:
        for done, one in enumerate(results, 1):
            keep(one)
            line.say(f"{done} of {len(tasks)} {noun}")


def _report_class(
    graded: list[class_grading.ProgramResult], handed_in: int, settings: GradeOptions, sandbox: str
) -> None:
    """Print the results of a class and write the requested files. Raise OSError."""
    ungraded = handed_in - len(graded)
    if settings.table:
        write_atomically(settings.table, class_report.as_csv(graded).encode())
    if settings.pages:
        _write_pages(settings.pages, graded, sandbox)
    if settings.as_json:
        programs = [
            {
                "program": one.name,
                "score": one.points,
                "of": len(one.results),
                "cases": [case._asdict() for case in one.results],
            }
            for one in graded
        ]
        unfinished = {"not graded": ungraded} if ungraded else {}
        print(json.dumps({"programs": programs, "sandbox": sandbox} | unfinished, indent=1))
    else:
        note = [f"{len(graded)} of {handed_in} programs graded"] if ungraded else []
        print("\n".join([*class_report.format_table(graded), *note, sandbox]))


def _write_pages(folder: Path, graded: list[class_grading.ProgramResult], sandbox: str) -> None:
    from common.show.page import text_page

    folder.mkdir(parents=True, exist_ok=True)
    for one in graded:
        body = f"{class_report.reasons_page(one)}<p>{escape(sandbox)}</p>"
        write_atomically(folder / f"{page_name(one.name)}.html", text_page(one.name, body).encode())


def page_name(name: str) -> str:
    """Return the name of a program's page, without suffix; a long one is cut and made unique by a digest."""
    data = name.encode()
    if len(data) <= MAX_NAME_BYTES:
        return name
    return f"{data[:MAX_NAME_BYTES].decode(errors='ignore')}-{sha256(data).hexdigest()[:12]}"


def _sandbox_note(confinement: Confinement) -> str:
    return sandbox_for(confinement).summary()


def print_score(judged: list[CaseResult], cases: int, as_json: bool, sandbox: str) -> None:
    """Print the results of the graded cases, the sandbox and the score, as text or JSON.

    `cases` is the number of all cases, graded or not. `sandbox` is empty if no program ran.
    """
    score = sum(one.right for one in judged)
    left = cases - len(judged)
    if as_json:
        known: dict[str, Any] = {"score": score, "of": len(judged)}
        known |= {"not graded": left} if left else {}
        known |= {"sandbox": sandbox or None, "cases": [one._asdict() for one in judged]}
        print(json.dumps(known, indent=1))
    else:
        for one in judged:
            print("\n".join(one.lines))
        if sandbox:
            print(sandbox)
        print(f"Score: {score} of {len(judged)}{f'; {left} not graded' * bool(left)}")
