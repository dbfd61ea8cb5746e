"""Programs of a class, graded from one folder: no program affects the points of another."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import squirrels
from common.cli import app
from common.games.squirrels.random_cases import write_cases
from common.programs.confined_command import UNSANDBOXED
from common.programs.runtime import PACKAGES_HINT
from common.programs.sandbox import SANDBOX_VARIABLE, available_sandbox
from common.rules.errors import BadInput
from tests.support.programs import ROOT, Run, on_unix, start_on_pipe
from tests.support.sandboxes import needs_whole_sandbox

CASES = 2
START = (
    f"import os, socket, sys, time\nfrom pathlib import Path\nsys.path.insert(0, {str(ROOT)!r})\n"
    "import squirrels\ncase = squirrels.read_case(Path('input.txt'))\n"
)
RIGHT = START + "squirrels.answer(case, Path())\n"
WRONG = START + "Path('next_state.txt').write_text('nonsense')\n"
BAD = {
    "crash": "raise SystemExit('lost my way')",
    "killed": "import os\nos.kill(os.getpid(), 11)",
    "kills": "import os\nos.kill(os.getppid(), 9)",
    "silence": "pass",
    "flood": "while True: print('x' * 10000)",
    "writes": START
    + "try: Path(__file__).parent.joinpath('right.py').write_text('')\nexcept OSError: pass\n"
    + "squirrels.answer(case, Path())\n",
    "network": START + "try: socket.create_connection(('127.0.0.1', 9), 1)\nexcept OSError: pass\n",
}  # fmt: skip


def folder_of(tmp_path: Path, programs: dict[str, str]) -> tuple[Path, Path]:
    """Write cases and a folder of programs; return both folders."""
    write_cases(squirrels.make_case, squirrels.read_task, tmp_path / "cases", CASES, seed=3)
    (tmp_path / "handed_in").mkdir()
    for name, code in programs.items():
        (tmp_path / "handed_in" / f"{name}.py").write_text(code, encoding="utf-8")
    return tmp_path / "cases", tmp_path / "handed_in"


def grade(
    run: Run,
    cases: Path,
    handed_in: Path,
    *more: str,
    **options: object,
) -> subprocess.CompletedProcess[str]:
    ours = ("--readable", str(ROOT))  # right programs import the referee's code
    return run("squirrels.py", "grade", str(cases), "--programs", str(handed_in), *ours, *more, **options)


def test_class_gets_a_table_a_csv_file_and_a_page_each(run: Run, tmp_path: Path) -> None:
    cases, handed_in = folder_of(tmp_path, {"right": RIGHT, "wrong": WRONG, **BAD})
    (handed_in / "folder").mkdir()
    shutil.copy(handed_in / "right.py", handed_in / "folder" / "main.py")
    (handed_in / "notes.txt").write_text("nothing to run", encoding="utf-8")
    done = grade(run, cases, handed_in, "--csv", "points.csv", "--pages", "pages", "--seconds", "60")
    assert (done.returncode, done.stderr) == (1, "")
    points = {
        row["program"]: int(row["points"])
        for row in csv.DictReader((tmp_path / "points.csv").read_text("utf-8").splitlines())
    }
    full = dict.fromkeys(("right", "folder", "writes"), CASES)
    assert points == dict.fromkeys(("wrong", *BAD), 0) | full
    said = done.stdout.splitlines()
    assert (
        f"crash: {CASES} x crashes: exit status 1" in said and f"killed: {CASES} x crashes: signal 11" in said
    )
    assert said[-1].startswith("Programs ran in ")
    assert sorted(path.stem for path in (tmp_path / "pages").iterdir()) == sorted(points)
    page = (tmp_path / "pages" / "wrong.html").read_text(encoding="utf-8")
    assert "Incorrect move for input file 1." in page and "nonsense" in page and "should be" not in page
    assert available_sandbox().summary() in page
    assert (handed_in / "right.py").read_text("utf-8") == RIGHT or "not kept" in said[-1]


READS = """
def is_readable(path):
    try: return bool(path.read_bytes())
    except OSError: return False
if any(map(is_readable, (Path({right!r}), Path({answer!r})))): squirrels.answer(case, Path())
"""


@needs_whole_sandbox
def test_answers_and_other_programs_are_unreadable(run: Run, tmp_path: Path) -> None:
    cases, handed_in = folder_of(tmp_path, {"right": RIGHT})
    code = START + READS.format(right=str(handed_in / "right.py"), answer=str(cases / "1" / "next_state.txt"))
    (handed_in / "spy.py").write_text(code, encoding="utf-8")
    told = json.loads(grade(run, cases, handed_in, "--seconds", "60", "--json").stdout)
    assert {one["program"]: one["score"] for one in told["programs"]} == {"right": CASES, "spy": 0}


def test_program_late_three_times_is_not_asked_again(run: Run, tmp_path: Path) -> None:
    write_cases(squirrels.make_case, squirrels.read_task, tmp_path / "cases", 6, seed=3)
    (tmp_path / "programs").mkdir()
    (tmp_path / "programs" / "slow.py").write_text("import time\ntime.sleep(60)", encoding="utf-8")
    done = run("squirrels.py", "grade", "cases", "--programs", "programs", "--seconds", "0.2", "--json")
    judged = json.loads(done.stdout)["programs"][0]["cases"]
    assert [one["reason"] for one in judged] == ["does not answer within 0.2 s"] * 6
    assert [": not run" in one["lines"][0] for one in judged] == [False] * 3 + [True] * 3


def test_gradescope_results_of_one_program(run: Run, tmp_path: Path) -> None:
    cases, handed_in = folder_of(tmp_path, {"wrong": WRONG})
    command = f"'{sys.executable}' '{handed_in / 'wrong.py'}'"
    done = run(
        "squirrels.py",
        "grade",
        str(cases),
        "--program",
        command,
        "--gradescope",
        "results.json",
        "--seconds",
        "60",
        "--readable",
        str(ROOT),
    )
    assert (done.returncode, done.stderr) == (1, "")
    found = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert (found["score"], len(found["tests"]), found["leaderboard"][0]["value"]) == (0, CASES, 0)
    assert {"name", "score", "max_score", "status", "output", "output_format"} == set(found["tests"][0])
    assert (
        done.stdout.splitlines()[-2:] == [available_sandbox().summary(), f"Score: 0 of {CASES}"]
        and found["output"] == available_sandbox().summary()
    )
    told = json.loads(
        run("squirrels.py", "grade", str(cases), "--program", command, "--seconds", "60", "--json").stdout,
    )
    assert told["sandbox"] == available_sandbox().summary()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--csv", "a.csv"), "--csv a.csv needs --programs FOLDER"),
        (("--programs", "nowhere"), "--programs nowhere: expected a folder of programs"),
    ],
)
def test_conflicting_options_are_refused(
    words: tuple[str, ...],
    told: str,
    run: Run,
    tmp_path: Path,
) -> None:
    write_cases(squirrels.make_case, squirrels.read_task, tmp_path / "cases", 1, seed=3)
    refused = run("squirrels.py", "grade", "cases", *words)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert refused.stderr.startswith(told)


def test_programs_cannot_import_our_code_and_get_a_hint(run: Run, tmp_path: Path) -> None:
    cases, handed_in = folder_of(tmp_path, {"cheat": RIGHT})
    done = run("squirrels.py", "grade", str(cases), "--programs", str(handed_in), "--pages", "pages")
    assert f"ModuleNotFoundError: {PACKAGES_HINT}" in done.stdout.splitlines()
    assert PACKAGES_HINT in (tmp_path / "pages" / "cheat.html").read_text("utf-8")


def test_linked_program_gets_no_points_and_is_named(run: Run, tmp_path: Path) -> None:
    cases, handed_in = folder_of(tmp_path, {"a\x1b[31m": "pass", "x" * 240: "pass"})
    (handed_in / "link.py").symlink_to(ROOT / "squirrels.py")
    done = grade(run, cases, handed_in, "--pages", "pages", "--csv", "points.csv")
    assert (done.returncode, done.stderr) == (1, "'link' is not run: 'link.py' is a link\n")
    assert f"link: {CASES} x is not run: 'link.py' is a link" in done.stdout
    assert "\x1b" not in done.stdout + (tmp_path / "points.csv").read_text("utf-8")
    pages = sorted(path.name for path in (tmp_path / "pages").iterdir())
    assert (
        pages[:2] == ["a\\x1b[31m.html", "link.html"]
        and pages[2].startswith("x" * 200 + "-")
        and len(pages) == 3
    )


@on_unix
def test_invalid_case_files_are_named_and_the_rest_is_graded(run: Run, tmp_path: Path) -> None:
    cases, handed_in = folder_of(tmp_path, {"right": RIGHT})
    for name in ("input_abc.txt", "input_².txt", "input_7.txt"):
        (cases / name).write_text("nonsense", encoding="utf-8")
    os.mkfifo(cases / "input_8.txt")
    done = grade(run, cases, handed_in, "--csv", "points.csv", "--seconds", "60")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 4)
    for name, said in (
        ("abc", "is not a case"),
        ("²", "is not a case"),
        ("7", "task 'nonsense'"),
        ("8", "is not a regular file"),
    ):
        assert any(f"input_{name}.txt" in line and said in line for line in done.stderr.splitlines())
    assert (tmp_path / "points.csv").read_text("utf-8").splitlines()[1].startswith(f"right,{CASES},{CASES}")


@on_unix
def test_pipe_in_an_answer_folder_is_wrong(run: Run, tmp_path: Path) -> None:
    cases, _ = folder_of(tmp_path, {})
    (cases / "1" / "next_state.txt").unlink(missing_ok=True)
    (cases / "1" / "trace_state.txt").unlink(missing_ok=True)
    for name in ("next_state.txt", "trace_state.txt"):
        os.mkfifo(cases / "1" / name)
    done = run("squirrels.py", "grade", str(cases), timeout=30)
    assert (
        "is not a regular file" in done.stdout
        and done.stdout.splitlines()[-1] == f"Score: {CASES - 1} of {CASES}"
    )


@on_unix
def test_interrupted_class_writes_partial_results(tmp_path: Path) -> None:
    started = tmp_path / "started"
    slow = f"import time\nopen({str(started)!r}, 'w').close()\ntime.sleep(60)"
    cases, handed_in = folder_of(tmp_path, {"a": "pass", "b": slow})
    written = ("--csv", "points.csv", "--pages", "pages", "--no-sandbox")
    going = start_on_pipe(
        "squirrels.py",
        tmp_path,
        "grade",
        str(cases),
        "--programs",
        str(handed_in),
        "--seconds",
        "60",
        *written,
    )
    deadline = time.monotonic() + 60
    while not started.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    going.send_signal(signal.SIGINT)
    output, errors = going.communicate(timeout=30)
    assert (going.returncode, errors) == (130, "Stopped.\n")
    assert "1 of 2 programs graded" in output.splitlines()
    assert (tmp_path / "points.csv").read_text("utf-8").splitlines()[1].startswith(f"a,0,{CASES}")
    assert [path.name for path in (tmp_path / "pages").iterdir()] == ["a.html"]


def test_class_needs_a_sandbox_for_files(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    cases, handed_in = folder_of(tmp_path, {"first": "pass"})
    monkeypatch.delenv(SANDBOX_VARIABLE)
    monkeypatch.setattr("common.programs.sandbox.available_sandbox", lambda: UNSANDBOXED)
    call = ["grade", str(cases), "--programs", str(handed_in)]
    with pytest.raises(BadInput, match="no sandbox protects your files from programs"):
        app.main(squirrels.GAME, call)
    assert app.main(squirrels.GAME, [*call, "--no-sandbox"]) == 1
    assert "no sandbox" in capsys.readouterr().out


@pytest.mark.long
def test_many_mixed_programs_get_their_own_points(run: Run, tmp_path: Path) -> None:
    kinds = {"right": RIGHT, "wrong": WRONG, **BAD}
    names = list(kinds)
    programs = {
        f"{names[number % len(names)]}_{number}": kinds[names[number % len(names)]] for number in range(45)
    }
    cases, handed_in = folder_of(tmp_path, programs)
    done = grade(run, cases, handed_in, "--jobs", "2", "--seconds", "60", "--json", timeout=1800)
    found = {one["program"]: one["score"] for one in json.loads(done.stdout)["programs"]}
    assert found == {name: CASES if name.split("_")[0] in ("right", "writes") else 0 for name in programs}
