"""The report of a graded class: reasons, points, the table, pages."""

from __future__ import annotations

import re

from common.games.squirrels.answer_files import CaseResult
from common.games.squirrels.class_grading import ProgramResult
from common.games.squirrels.class_report import (
    as_csv,
    format_table,
    gradescope_results,
    reasons_page,
)


def test_equal_reasons_are_grouped_and_points_counted_by_task() -> None:
    wrong = [
        CaseResult(str(number), False, ["no"], "task 2", "wrong log (rule: a rule)") for number in (1, 2)
    ]
    graded = [
        ProgramResult("alice", (*wrong, CaseResult("3", True, ["yes"], "task 1"))),
        ProgramResult("bob", ()),
    ]
    assert format_table(graded)[1:] == [
        "alice         1   3  1 of 1  0 of 2",
        "bob           0   0  0 of 0  0 of 0",
        "alice: 2 x wrong log (rule: a rule)",
    ]
    assert gradescope_results(graded[0].results, "")["score"] == 1


def test_csv_table_has_no_formula() -> None:
    assert as_csv([ProgramResult("=1+1", ())]).splitlines()[1] == "'=1+1,0,0,"


def test_program_output_is_escaped_on_a_page() -> None:
    page = reasons_page(
        ProgramResult(
            "<b>", (CaseResult("1", False, ["  line 1 is: '<script>'", "  should be: '&'"], "task 1", "<i>"),)
        ),
    )
    assert not re.search("<script|<b>|<i>", page) and "&lt;script&gt;" in page and "&amp;" in page
