"""The verb `grade`: its options, the results it prints and writes, and how it ends."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import squirrels
from common.cli import app
from common.games.squirrels import class_grading
from common.games.squirrels.answer_files import CaseResult, Task
from common.games.squirrels.class_grading import Cases, ProgramResult, Submission
from common.games.squirrels.grade_verb import MAX_NAME_BYTES, GradeOptions, page_name, print_score
from common.programs.runtime import Runtime
from common.rules.errors import BadInput, Leave
from squirrels import GAME

RUNTIME = Runtime(Path(sys.executable))
NONE = GradeOptions(None, None, 1, None, None, None, False, RUNTIME)
RIGHT = CaseResult("1", True, ["Correct move for input file 1."], "task 1")
WRONG = CaseResult("2", False, ["Incorrect move for input file 2."], "task 2", "wrong move")


def read_task(path: Path) -> Task:
    """Read a case whose right answer is its own text. Raise BadInput for `nonsense`."""
    text = path.read_text(encoding="utf-8")
    if text == "nonsense":
        raise BadInput(f"{path}: task 'nonsense'")
    return Task({"next_state.txt": "move"}, lambda folder: _write(folder / "next_state.txt", text), "task 1")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def grade(*words: str | Path) -> int:
    """Run `grade` on a command line."""
    return app.main(GAME, ["grade", *map(str, words)])


@pytest.fixture(autouse=True)
def reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read cases as this module does."""
    monkeypatch.setattr(squirrels, "read_task", read_task)


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """Folder of two cases, with a right and a wrong answer."""
    folder = tmp_path / "cases"
    folder.mkdir()
    for number, answer in ((1, "case 1"), (2, "something else")):
        _write(folder / f"input_{number}.txt", f"case {number}")
        _write(folder / f"next_state_{number}.txt", answer)
    return folder


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    """Folder of two programs."""
    (tmp_path / "programs").mkdir()
    for name in ("ada", "bob"):
        _write(tmp_path / "programs" / f"{name}.py", "pass")
    return tmp_path / "programs"


Grade = Callable[[Submission], ProgramResult]


@pytest.fixture
def graded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grade programs without running them: ada is right in one of two cases, bob in both.

    Return the names of the programs, as they are graded.
    """
    names = list[str]()

    def judge(submission: Submission, programs: Path, cases: Cases) -> ProgramResult:
        names.append(submission.name)
        second = WRONG if submission.name == "ada" else WRONG._replace(right=True, reason="")
        return ProgramResult(submission.name, (RIGHT, second))

    monkeypatch.setattr(class_grading, "grade_program", judge)
    return names


# OPTIONS


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"program": "x", "programs": Path("all")}, "--program --programs all: give only one of them"),
        ({"gradescope": Path("r.json")}, "--gradescope r.json needs --program, since it is about one"),
        ({"table": Path("a.csv")}, "--csv a.csv needs --programs FOLDER"),
        ({"pages": Path("pages")}, "--pages pages needs --programs FOLDER"),
    ],
)
def test_conflicting_options_are_refused(chosen: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as refused:
        NONE._replace(**chosen).check()
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"program": "x", "gradescope": Path("r.json")},
        {"programs": Path("a"), "table": Path("t"), "pages": Path("p")},
    ],
)
def test_fitting_options_are_accepted(chosen: dict[str, Any]) -> None:
    NONE._replace(**chosen).check()


def test_command_line_refuses_conflicting_options(cases: Path) -> None:
    with pytest.raises(BadInput, match=r"--csv a\.csv needs --programs FOLDER"):
        grade(cases, "--csv", "a.csv")


@pytest.mark.parametrize(
    ("name", "said"), [("nowhere", "expected a folder of programs"), ("", "expected NAME.py, executables")]
)
def test_folder_without_programs_is_refused(cases: Path, tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match=f"{name or 'empty'}: {said}"):
        grade(cases, "--programs", tmp_path / (name or "empty"))


# ONE ANSWER FOR EACH CASE


def test_json_has_score_sandbox_and_cases(cases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert grade(cases, "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["score"], found["of"], found["sandbox"]) == (1, 2, None)
    assert [(case["case"], case["right"], case["reason"]) for case in found["cases"]] == [
        ("1", True, ""),
        ("2", False, "wrong move"),
    ]


def test_unreadable_and_misnamed_cases_are_named(cases: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _write(cases / "input_3.txt", "nonsense")
    _write(cases / "input_x.txt", "case x")
    _write(cases / "next_state_2.txt", "case 2")
    assert grade(cases) == 2
    printed = capsys.readouterr()
    misnamed, unreadable = printed.err.splitlines()
    assert misnamed.startswith("'input_x.txt' is not a case: expected input_N.txt")
    assert unreadable.startswith("not graded: ") and unreadable.endswith("input_3.txt: task 'nonsense'")
    assert printed.out.splitlines()[-1] == "Score: 2 of 2"


def test_folder_without_cases_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="expected a folder with input_1"):
        grade(tmp_path)


@pytest.mark.parametrize("as_json", [False, True])
def test_score_counts_cases_that_were_not_graded(as_json: bool, capsys: pytest.CaptureFixture[str]) -> None:
    print_score([RIGHT, WRONG], 5, as_json, "In a box.")
    printed = capsys.readouterr().out
    if as_json:
        found = json.loads(printed)
        assert [found[name] for name in ("score", "of", "not graded", "sandbox")] == [1, 2, 3, "In a box."]
    else:
        assert printed.splitlines()[-2:] == ["In a box.", "Score: 1 of 2; 3 not graded"]


# A CLASS


@pytest.mark.skipif(sys.platform == "win32", reason="makes a link")
def test_refused_program_is_named(
    cases: Path, handed_in: Path, graded: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (handed_in / "link.py").symlink_to(handed_in / "ada.py")
    grade(cases, "--programs", handed_in)
    assert capsys.readouterr().err == "'link' is not run: 'link.py' is a link\n"
    assert graded == ["ada", "bob", "link"]


def test_interrupted_class_reports_what_is_graded(
    cases: Path,
    handed_in: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def judge(submission: Submission, programs: Path, cases: Cases) -> ProgramResult:
        if submission.name == "bob":
            raise KeyboardInterrupt
        return ProgramResult(submission.name, (RIGHT, WRONG))

    monkeypatch.setattr(class_grading, "grade_program", judge)
    table = handed_in.parent / "points.csv"
    with pytest.raises(Leave, match="Stopped"):
        grade(cases, "--programs", handed_in, "--csv", table)
    assert "1 of 2 programs graded" in capsys.readouterr().out.splitlines()
    assert [row[0] for row in csv.reader(table.read_text("utf-8").splitlines())] == ["program", "ada"]


@pytest.mark.parametrize("name", ["ada", "x" * MAX_NAME_BYTES, "é" * (MAX_NAME_BYTES // 2)])
def test_page_is_named_after_the_program(name: str) -> None:
    assert page_name(name) == name


def test_long_name_of_a_page_is_cut_and_unique() -> None:
    names = {page_name("é" * 120 + end) for end in ("a", "b", "c")}
    assert len(names) == 3
    for name in names:
        assert name.startswith("é" * (MAX_NAME_BYTES // 2) + "-") and len(name.encode()) < 250
