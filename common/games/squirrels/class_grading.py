"""Grading of a class: every program on all cases of a folder."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from common.games.squirrels.answer_files import (
    NUMBERED,
    CaseResult,
    GradedProgram,
    Task,
    case_number,
    grade_case,
)
from common.programs.confinement import DEFAULT_CONFINEMENT, Confinement
from common.programs.program_store import ProgramRefused, ProgramStore, display_names
from common.programs.runtime import Runtime
from common.rules.errors import BadInput, quoted

MAX_TIMEOUTS = 3  # timeouts of a program before its remaining cases are skipped


class Cases(NamedTuple):
    """The numbered cases of a folder, the reader of their inputs, and the time limit of each in seconds."""

    folder: Path
    numbers: Sequence[str]
    read: Callable[[Path], Task]
    seconds: float
    confinement: Confinement = DEFAULT_CONFINEMENT


class FoundCases(NamedTuple):
    """The case numbers in a folder, with messages about misnamed and unreadable inputs."""

    numbers: list[str]
    misnamed: list[str]
    unreadable: list[str]


def find_cases(folder: Path, read: Callable[[Path], Task]) -> FoundCases:
    """Find the cases of a folder, sorted by number. Raise BadInput if none can be read."""
    found = FoundCases([], [], [])
    for path in sorted(folder.glob("input_*.txt")):
        if not NUMBERED.fullmatch(path.name):
            found.misnamed.append(
                f"{quoted(path.name)} is not a case: expected input_N.txt, N a number in digits 0 to 9",
            )
        elif problem := _read_problem(path, read):
            found.unreadable.append(f"not graded: {problem}")
        else:
            found.numbers.append(case_number(path))
    found.numbers.sort(key=lambda number: (int(number), number))
    if not found.numbers:
        why = "".join(f"; {line}" for line in [*found.unreadable, *found.misnamed][:1])
        raise BadInput(f"{folder}: expected a folder with input_1.txt, input_2.txt ...{why}")
    return found


def _read_problem(path: Path, read: Callable[[Path], Task]) -> str:
    """Return the reason that an input cannot be read, or an empty string."""
    if not path.is_file():  # opening a pipe would block
        return f"{quoted(path.name)} is not a regular file"
    try:
        read(path)
    except BadInput as problem:
        return str(problem)
    except OSError as problem:
        return f"{quoted(path.name)}: {problem.strerror}"
    return ""


class Submission(NamedTuple):
    """A program of a class: name, command, and the reason if it is not run."""

    name: str
    command: tuple[str, ...]
    refusal: str = ""


class ProgramResult(NamedTuple):
    """The results of a program on all cases."""

    name: str
    results: tuple[CaseResult, ...]

    @property
    def points(self) -> int:
        """The number of cases with only right answers."""
        return sum(one.right for one in self.results)

    def points_of_kind(self, kind: str) -> tuple[int, int]:
        """Return the points, and the number of cases, in tasks of one kind."""
        found = [one.right for one in self.results if one.kind == kind]
        return sum(found), len(found)

    def reasons(self) -> list[str]:
        """Return each reason for wrong cases once, with its count, the most frequent first."""
        counted = Counter(one.reason for one in self.results if not one.right)
        return [f"{count} x {reason}" for reason, count in counted.most_common()]


def copy_submissions(folder: Path, main_name: str, runtime: Runtime, store: ProgramStore) -> list[Submission]:
    """Copy the programs of a folder to the store. Raise BadInput if there is none.

    Programs are NAME.py, executables, and folders with `main.py` or else `main_name`. Names that start with
    a dot or an underscore are ignored. A program that the store refuses gets a `refusal`.
    """
    if not folder.is_dir():
        raise BadInput(f"--programs {folder}: expected a folder of programs")
    paths = sorted(path for path in folder.resolve().iterdir() if not path.name.startswith((".", "_")))
    found = display_names([path for path in paths if _is_program(path, main_name)])
    if not found:
        raise BadInput(
            f"--programs {folder}: expected NAME.py, executables, or folders "
            f"with main.py or {main_name} in it",
        )
    return [_copy_submission(name, path, main_name, runtime, store) for path, name in found.items()]


def _is_program(path: Path, main_name: str) -> bool:
    """Return True for a Python file, a folder with a main file, or an executable that is no text or JSON."""
    if path.is_dir():
        return _main_file(path, main_name) is not None
    return path.suffix == ".py" or (os.access(path, os.X_OK) and path.suffix not in (".txt", ".md", ".json"))


def _main_file(folder: Path, main_name: str) -> Path | None:
    """Return main.py of a folder, else its file `main_name`, else None."""
    return next((folder / name for name in ("main.py", main_name) if (folder / name).is_file()), None)


def _copy_submission(
    name: str, path: Path, main_name: str, runtime: Runtime, store: ProgramStore
) -> Submission:
    """Copy a program to the store; one that the store refuses gets a `refusal`."""
    try:
        stored = store.add(path)
    except ProgramRefused as problem:
        return Submission(name, (), refusal=f"is not run: {problem}")
    main = _main_file(stored, main_name) or stored
    words = runtime.script_command(main) if main.suffix == ".py" else [str(main)]
    return Submission(name, tuple(words))


def grade_program(submission: Submission, programs: Path, cases: Cases) -> ProgramResult:
    """Grade a program on all cases; the folder `programs` is kept secret from it."""
    confined = cases._replace(confinement=cases.confinement.with_secret(programs))
    return ProgramResult(submission.name, tuple(graded_cases(submission, confined)))


def graded_cases(submission: Submission, cases: Cases) -> Iterator[CaseResult]:
    """Grade a program case by case; after MAX_TIMEOUTS timeouts the others are wrong without a run.

    All are wrong if the program was refused.
    """
    program = GradedProgram(list(submission.command), cases.seconds, cases.confinement)
    late: list[CaseResult] = []
    for case in cases.numbers:
        if submission.refusal:
            yield _skipped_case(cases, case, f"Program {submission.refusal}", submission.refusal)
        elif len(late) >= MAX_TIMEOUTS:
            why = f"not run, since it was late {MAX_TIMEOUTS} times before"
            sentence = f"Program {late[0].reason} for input file {case}: {why}."
            yield _skipped_case(cases, case, sentence, late[0].reason)._replace(is_late=True)
        else:
            found = grade_case(case, cases.folder, cases.read, program)
            late += [found] if found.is_late else []
            yield found


def _skipped_case(cases: Cases, case: str, sentence: str, reason: str) -> CaseResult:
    """Return the result of a case that the program is not run for: wrong."""
    kind = cases.read(cases.folder / f"input_{case}.txt").kind
    return CaseResult(case, False, [sentence], kind, reason)
