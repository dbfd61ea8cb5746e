"""The programs of a class, each graded on all cases of a folder: points by kind of task, and every fault said once."""

from __future__ import annotations

import csv
import io
import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from common.games.squirrels.answer_files import Judged, Task, judge
from common.judge.tournament.report import FORMULA
from common.programs.confinement import OPEN, Confinement
from common.rules.errors import BadInput

MOST_LATE = 3  # times that a program may not answer in time; then it is asked no more


class Cases(NamedTuple):
    """The cases of a folder by their numbers, how an input is read, the seconds for each."""

    folder: Path
    numbers: Sequence[str]
    read: Callable[[Path], Task]
    seconds: float
    confinement: Confinement = OPEN


class Submission(NamedTuple):
    """A program of a class: its name, and the words that start it."""

    name: str
    command: tuple[str, ...]


class Graded(NamedTuple):
    """What came of a program."""

    name: str
    judged: tuple[Judged, ...]

    @property
    def points(self) -> int:
        """A case counts only if all of its answers are right."""
        return sum(one.right for one in self.judged)

    def of_kind(self, kind: str) -> tuple[int, int]:
        """Points and most points in tasks of a kind."""
        found = [one.right for one in self.judged if one.kind == kind]
        return sum(found), len(found)

    def reasons(self) -> list[str]:
        """Why cases are wrong, each reason once with its count, the most frequent first."""
        counted = Counter(one.reason for one in self.judged if not one.right)
        return [f"{count} x {reason}" for reason, count in counted.most_common()]


def submissions(folder: Path, usual: str) -> list[Submission]:
    """NAME.py, executables, and folders that hold `main.py` or the usual name. Raises BadInput if there is none."""
    if not folder.is_dir():
        raise BadInput(f"--programs {folder}: wanted a folder of programs")
    paths = sorted(path for path in folder.resolve().iterdir() if not path.name.startswith((".", "_")))
    found = [Submission(path.stem if path.is_file() else path.name, words) for path in paths if (words := _start(path, usual))]
    if not found:
        raise BadInput(f"--programs {folder}: wanted NAME.py, executables, or folders with main.py or {usual} in it")
    return found


def _start(path: Path, usual: str) -> tuple[str, ...]:
    """How a file or folder is run; nothing if it is no program."""
    if path.is_dir():
        inside = next((path / name for name in ("main.py", usual) if (path / name).is_file()), None)
        return (sys.executable, str(inside)) if inside else ()
    if path.suffix == ".py":
        return sys.executable, str(path)
    return (str(path),) if os.access(path, os.X_OK) and path.suffix not in (".txt", ".md", ".json") else ()


def grade(one: Submission, programs: Path, cases: Cases) -> Graded:
    """A program of the folder `programs` on all cases; who is late too often is late in all others, too."""
    confinement = cases.confinement.hiding(programs)
    judged: list[Judged] = []
    for case in cases.numbers:
        late = [found for found in judged if found.is_late]
        if len(late) >= MOST_LATE:
            said = f"Program {late[0].reason} for input file {case}: not asked, as it was late {MOST_LATE} times before."
            kind = cases.read(cases.folder / f"input_{case}.txt").kind
            judged.append(Judged(case, False, [said], kind, late[0].reason, True))
        else:
            judged.append(judge(case, cases.folder, cases.read, list(one.command), cases.seconds, confinement))
    return Graded(one.name, tuple(judged))


def kinds_of(graded: Sequence[Graded]) -> list[str]:
    """The kinds of tasks, sorted."""
    return sorted({judged.kind for one in graded for judged in one.judged})


def table(graded: Sequence[Graded]) -> list[list[str]]:
    """A row a program, after the heads of columns: points, points by kind of task, what was wrong most often."""
    kinds = kinds_of(graded)
    rows = [["program", "points", "of", *kinds, "faults"]]
    for one in graded:
        by_kind = ["{} of {}".format(*one.of_kind(kind)) for kind in kinds]
        rows.append([one.name, str(one.points), str(len(one.judged)), *by_kind, "; ".join(one.reasons())])
    return rows


def printed(graded: Sequence[Graded]) -> list[str]:
    """The table as lines, without the faults, and below it each program's faults."""
    rows = [row[:-1] for row in table(graded)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *(text.rjust(wide) for text, wide in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    ]
    return lines + [f"{one.name}: {reason}" for one in graded for reason in one.reasons()]


def as_csv(graded: Sequence[Graded]) -> str:
    """The table as a file for spreadsheets."""
    written = io.StringIO()
    for name, *others in table(graded):
        cell = f"'{name}" if name.startswith(FORMULA) else name  # which no table program takes for something to run
        csv.writer(written, lineterminator="\n").writerow([cell, *others])
    return written.getvalue()


def reasons_page(one: Graded) -> str:
    """The body of a page about one program: each case with its rationale, what was expected and what came."""
    rows = "".join(map(_row, one.judged))
    reasons = "".join(f"<li>{escape(reason)}</li>" for reason in one.reasons())
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("case", "task", "points", "rationale", "expected", "actual"))
    points = f"<p>{one.points} of {len(one.judged)} points</p>"
    wide = '<div class="wide" role="region" tabindex="0" aria-label="Cases"><table class="reasons">'
    return f"{points}<ul>{reasons}</ul>{wide}<tr>{heads}</tr>{rows}</table></div>"


def _row(judged: Judged) -> str:
    """A case as a row: its lines but for the two that show the first wrong line."""
    actual = [line.split(" is: ", 1)[1] for line in judged.lines if line.startswith("  line ")]
    expected = [line.split("should be: ", 1)[1] for line in judged.lines if line.startswith("  should be: ")]
    rationale = [line.strip() for line in judged.lines if not line.startswith(("  line ", "  should be: "))]
    texts = (judged.case, judged.kind, str(int(judged.right)), *map("\n".join, (rationale, expected, actual)))
    return f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in texts)}</tr>"


def gradescope(judged: Sequence[Judged], note: str) -> dict[str, Any]:
    """The results of one program as Gradescope reads them."""
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
    return {"score": score, "output": note, "output_format": "text", "tests": tests, "leaderboard": leaderboard}
