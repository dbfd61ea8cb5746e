"""Grading of a class: every program on all cases, reported as points by task and counted reasons."""

from __future__ import annotations

import csv
import io
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from common.games.squirrels.answer_files import NUMBERED, Judged, Task, judge, number_of
from common.judge.journal import Journal
from common.judge.tournament.report import FORMULA
from common.programs.child_process import MISSING_PACKAGE
from common.programs.confinement import OPEN, Confinement
from common.programs.program_store import ProgramStore, Refused, names_of
from common.programs.runtime import HINT, Runtime
from common.rules.errors import BadInput, quoted

MOST_LATE = 3  # timeouts of a program before its remaining cases are skipped


class Cases(NamedTuple):
    """The numbered cases of a folder, the reader of their inputs, and the time limit of each in seconds."""

    folder: Path
    numbers: Sequence[str]
    read: Callable[[Path], Task]
    seconds: float
    confinement: Confinement = OPEN

    def digest(self) -> str:
        """Return the SHA-256 digest of all inputs, in hexadecimal."""
        found = sha256()
        for number in self.numbers:
            data = (self.folder / f"input_{number}.txt").read_bytes()
            found.update(f"{number} {len(data)} ".encode() + data)
        return found.hexdigest()


class Found(NamedTuple):
    """The case numbers in a folder, with messages about misnamed and unreadable inputs."""

    numbers: list[str]
    strange: list[str]
    damaged: list[str]


def find_cases(folder: Path, read: Callable[[Path], Task]) -> Found:
    """Find the cases of a folder, sorted by number. Raise BadInput if there is none."""
    found = Found([], [], [])
    for path in sorted(folder.glob("input_*.txt")):
        if not NUMBERED.fullmatch(path.name):
            found.strange.append(
                f"{quoted(path.name)} is not a case: expected input_N.txt, N a number in digits 0 to 9",
            )
        elif problem := _damage(path, read):
            found.damaged.append(f"not graded: {problem}")
        else:
            found.numbers.append(number_of(path))
    found.numbers.sort(key=lambda number: (int(number), number))
    if not found.numbers:
        why = "".join(f"; {line}" for line in [*found.damaged, *found.strange][:1])
        raise BadInput(f"{folder}: expected a folder with input_1.txt, input_2.txt ...{why}")
    return found


def _damage(path: Path, read: Callable[[Path], Task]) -> str:
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
    """A program of a class: name, command, digest of its files, and the reason if it is not run."""

    name: str
    command: tuple[str, ...]
    digest: str = ""
    refused: str = ""


class Graded(NamedTuple):
    """The results of a program on all cases."""

    name: str
    judged: tuple[Judged, ...]

    @property
    def points(self) -> int:
        """The number of cases with only right answers."""
        return sum(one.right for one in self.judged)

    def of_kind(self, kind: str) -> tuple[int, int]:
        """Return the points, and the number of cases, in tasks of one kind."""
        found = [one.right for one in self.judged if one.kind == kind]
        return sum(found), len(found)

    def reasons(self) -> list[str]:
        """Return each reason for wrong cases once, with its count, the most frequent first."""
        counted = Counter(one.reason for one in self.judged if not one.right)
        return [f"{count} x {reason}" for reason, count in counted.most_common()]


def submissions(folder: Path, usual: str, runtime: Runtime, store: ProgramStore) -> list[Submission]:
    """Copy the programs of a folder to the store. Raise BadInput if there is none.

    Programs are NAME.py, executables, and folders with `main.py` or `main_name`.
    """
    if not folder.is_dir():
        raise BadInput(f"--programs {folder}: expected a folder of programs")
    paths = sorted(path for path in folder.resolve().iterdir() if not path.name.startswith((".", "_")))
    found = names_of([path for path in paths if _is_program(path, usual)])
    if not found:
        raise BadInput(
            f"--programs {folder}: expected NAME.py, executables, or folders with main.py or {usual} in it",
        )
    return [_submission(name, path, usual, runtime, store) for path, name in found.items()]


def _is_program(path: Path, usual: str) -> bool:
    """Return True for a Python file, another executable, or a folder with a main file."""
    if path.is_dir():
        return _main(path, usual) is not None
    return path.suffix == ".py" or (os.access(path, os.X_OK) and path.suffix not in (".txt", ".md", ".json"))


def _main(folder: Path, usual: str) -> Path | None:
    """Return the main file of a folder, or None."""
    return next((folder / name for name in ("main.py", usual) if (folder / name).is_file()), None)


def _submission(name: str, path: Path, usual: str, runtime: Runtime, store: ProgramStore) -> Submission:
    """Copy a program to the store; one that the store refuses gets a `refusal`."""
    try:
        stored = store.add(path)
    except Refused as problem:
        return Submission(name, (), refused=f"is not run: {problem}")
    main = _main(stored.path, usual) or stored.path
    words = runtime.script(main) if main.suffix == ".py" else [str(main)]
    return Submission(name, tuple(words), stored.digest)


def grade(one: Submission, programs: Path, cases: Cases) -> Graded:
    """Grade a program of the folder `programs`; after MAX_TIMEOUTS timeouts its other cases are wrong."""
    confinement = cases.confinement.hiding(programs)
    judged: list[Judged] = []
    for case in cases.numbers:
        late = [found for found in judged if found.is_late]
        if one.refused:
            judged.append(_not_asked(cases, case, f"Program {one.refused}", one.refused))
        elif len(late) >= MOST_LATE:
            why = f"not run, since it was late {MOST_LATE} times before"
            said = f"Program {late[0].reason} for input file {case}: {why}."
            judged.append(_not_asked(cases, case, said, late[0].reason)._replace(is_late=True))
        else:
            judged.append(
                judge(case, cases.folder, cases.read, list(one.command), cases.seconds, confinement),
            )
    return Graded(one.name, tuple(judged))


def _not_asked(cases: Cases, case: str, said: str, reason: str) -> Judged:
    """Return the result of a case that the program is not run for: wrong."""
    kind = cases.read(cases.folder / f"input_{case}.txt").kind
    return Judged(case, False, [said], kind, reason)


class GradingJournal:
    """The journal of a grading: a line for each program as soon as it is graded."""

    def __init__(self, path: Path | None, cases: Cases) -> None:
        """Open or create a journal. Raise BadInput if the file is not one of this grading, or OSError."""
        self._journal = Journal(
            path,
            {"grade": "squirrels", "cases": cases.digest(), "seconds": cases.seconds},
        )
        try:
            entries = self._journal.entries
            self._known = {(entry["program"], entry["digest"]): _graded_of(entry) for entry in entries}
        except (KeyError, TypeError, ValueError):
            raise BadInput(
                f"{path}: expected a program on each line after the first, as --journal writes them",
            ) from None

    def known(self, one: Submission) -> Graded | None:
        """Return the stored results of a program, or None if it is new or has changed."""
        return self._known.get((one.name, one.digest))

    def add(self, one: Submission, graded: Graded) -> None:
        """Append the results of a program."""
        cases = [judged._asdict() for judged in graded.judged]
        self._journal.add({"program": one.name, "digest": one.digest, "cases": cases})


def _graded_of(entry: Mapping[str, Any]) -> Graded:
    """Parse an entry of the journal. Raise KeyError, TypeError or ValueError if it is malformed."""
    judged = tuple(Judged(**case) for case in entry["cases"])
    words = [
        entry["program"],
        entry["digest"],
        *(text for one in judged for text in (one.case, one.kind, one.reason, *one.lines)),
    ]
    flags = [flag for one in judged for flag in (one.right, one.is_late)]
    if not all(isinstance(word, str) for word in words) or not all(isinstance(flag, bool) for flag in flags):
        raise TypeError
    return Graded(entry["program"], judged)


def kinds_of(graded: Sequence[Graded]) -> list[str]:
    """Return the kinds of tasks, sorted."""
    return sorted({judged.kind for one in graded for judged in one.judged})


def table(graded: Sequence[Graded]) -> list[list[str]]:
    """Return a header and a row for each program: points, points by kind of task, reasons."""
    kinds = kinds_of(graded)
    rows = [["program", "points", "of", *kinds, "faults"]]
    for one in graded:
        by_kind = ["{} of {}".format(*one.of_kind(kind)) for kind in kinds]
        rows.append([one.name, str(one.points), str(len(one.judged)), *by_kind, "; ".join(one.reasons())])
    return rows


def printed(graded: Sequence[Graded]) -> list[str]:
    """Return the table as aligned lines without reasons, then the reasons of each program."""
    rows = [row[:-1] for row in table(graded)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            [
                row[0].ljust(widths[0]),
                *(text.rjust(wide) for text, wide in zip(row[1:], widths[1:], strict=True)),
            ]
        )
        for row in rows
    ]
    lines += [f"{one.name}: {reason}" for one in graded for reason in one.reasons()]
    lacking = any(HINT in line for one in graded for judged in one.judged for line in judged.lines)
    return lines + [f"{MISSING_PACKAGE}: {HINT}"] * lacking


def as_csv(graded: Sequence[Graded]) -> str:
    """Return the table as CSV text."""
    output = io.StringIO()
    for name, *cells in table(graded):
        first = f"'{name}" if name.startswith(FORMULA) else name  # else a spreadsheet runs a formula
        csv.writer(output, lineterminator="\n").writerow([first, *cells])
    return output.getvalue()


def reasons_page(one: Graded) -> str:
    """Return the HTML body about one program: per case the rationale, expected and actual lines."""
    rows = "".join(map(_row, one.judged))
    reasons = "".join(f"<li>{escape(reason)}</li>" for reason in one.reasons())
    columns = ("case", "task", "points", "rationale", "expected", "actual")
    heads = "".join(f'<th scope="col">{column}</th>' for column in columns)
    points = f"<p>{one.points} of {len(one.judged)} points</p>"
    wide = '<div class="wide" role="region" tabindex="0" aria-label="Cases"><table class="reasons">'
    return f"{points}<ul>{reasons}</ul>{wide}<tr>{heads}</tr>{rows}</table></div>"


def _row(judged: Judged) -> str:
    """Return the HTML table row of a case."""
    actual = [line.split(" is: ", 1)[1] for line in judged.lines if line.startswith("  line ")]
    expected = [line.split("should be: ", 1)[1] for line in judged.lines if line.startswith("  should be: ")]
    rationale = [line.strip() for line in judged.lines if not line.startswith(("  line ", "  should be: "))]
    texts = (judged.case, judged.kind, str(int(judged.right)), *map("\n".join, (rationale, expected, actual)))
    return f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in texts)}</tr>"


def gradescope(judged: Sequence[Judged], note: str) -> dict[str, Any]:
    """Return the results of one program in Gradescope's format; `note` is shown above the cases."""
    tests = [
        {
            "name": f"input file {one.case}" + (f" ({one.kind})" if one.kind else ""),
            "score": int(one.right),
            "max_score": 1,
            "status": "passed" if one.right else "failed",
            "output": "\n".join(one.lines),
            "output_format": "text",
        }
        for one in judged
    ]
    score = sum(one.right for one in judged)
    leaderboard = [{"name": "points", "value": score, "order": "desc"}]
    return {
        "score": score,
        "output": note,
        "output_format": "text",
        "tests": tests,
        "leaderboard": leaderboard,
    }
