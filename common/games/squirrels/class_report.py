"""The report on a class: points by task and counted reasons, as table, CSV, pages, for Gradescope."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from html import escape
from typing import Any

from common.games.squirrels.answer_files import CaseResult
from common.games.squirrels.class_grading import ProgramResult
from common.judge.tournament.report import FORMULA_PREFIXES
from common.programs.child_process import MISSING_PACKAGE
from common.programs.runtime import PACKAGES_HINT


def task_kinds(graded: Sequence[ProgramResult]) -> list[str]:
    """Return the kinds of tasks, sorted."""
    return sorted({judged.kind for one in graded for judged in one.results})


def result_table(graded: Sequence[ProgramResult]) -> list[list[str]]:
    """Return a header and a row for each program: points, cases, points by kind of task, reasons."""
    kinds = task_kinds(graded)
    rows = [["program", "points", "of", *kinds, "faults"]]
    for one in graded:
        by_kind = ["{} of {}".format(*one.points_of_kind(kind)) for kind in kinds]
        rows.append([one.name, str(one.points), str(len(one.results)), *by_kind, "; ".join(one.reasons())])
    return rows


def format_table(graded: Sequence[ProgramResult]) -> list[str]:
    """Return aligned lines of the table without reasons, then the reasons and a hint on missing packages."""
    rows = [row[:-1] for row in result_table(graded)]
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
    lacking = any(PACKAGES_HINT in line for one in graded for judged in one.results for line in judged.lines)
    return lines + [f"{MISSING_PACKAGE}: {PACKAGES_HINT}"] * lacking


def as_csv(graded: Sequence[ProgramResult]) -> str:
    """Return the table as CSV text."""
    output = io.StringIO()
    for name, *cells in result_table(graded):
        first = f"'{name}" if name.startswith(FORMULA_PREFIXES) else name  # else a spreadsheet runs a formula
        csv.writer(output, lineterminator="\n").writerow([first, *cells])
    return output.getvalue()


def reasons_page(result: ProgramResult) -> str:
    """Return the HTML body about one program: per case the rationale, expected and actual lines."""
    rows = "".join(map(_case_row, result.results))
    reasons = "".join(f"<li>{escape(reason)}</li>" for reason in result.reasons())
    columns = ("case", "task", "points", "rationale", "expected", "actual")
    heads = "".join(f'<th scope="col">{column}</th>' for column in columns)
    points = f"<p>{result.points} of {len(result.results)} points</p>"
    wide = '<div class="wide" role="region" tabindex="0" aria-label="Cases"><table class="reasons">'
    return f"{points}<ul>{reasons}</ul>{wide}<tr>{heads}</tr>{rows}</table></div>"


def _case_row(judged: CaseResult) -> str:
    """Return the HTML table row of a case."""
    actual = [line.split(" is: ", 1)[1] for line in judged.lines if line.startswith("  line ")]
    expected = [line.split("should be: ", 1)[1] for line in judged.lines if line.startswith("  should be: ")]
    rationale = [line.strip() for line in judged.lines if not line.startswith(("  line ", "  should be: "))]
    texts = (judged.case, judged.kind, str(int(judged.right)), *map("\n".join, (rationale, expected, actual)))
    return f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in texts)}</tr>"


def gradescope_results(judged: Sequence[CaseResult], note: str) -> dict[str, Any]:
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
