"""check, grade and cases: answers of students' programs, judged in the course's words."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

import squirrels
from common.games.squirrels.random_cases import write_cases
from tests.support.programs import ROOT, Run

DATA = Path(__file__).parent / "data"
RIGHT = f"'{sys.executable}' '{ROOT / 'squirrels.py'}'"
LOG = "alpha_beta_depth_3_cuts_at_max_nodes"


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    """Folder with the right answers of a stored case."""
    shutil.copytree(DATA / LOG, tmp_path / "answers")
    shutil.copy(DATA / LOG / "input.txt", tmp_path / "input_12.txt")
    return tmp_path / "answers"


def test_check_accepts_right_answers(run: Run, answers: Path) -> None:
    done = run("squirrels.py", "check", "input_12.txt", "answers")
    assert (done.returncode, done.stdout) == (
        0,
        "Correct move for input file 12.\nCorrect log for input file 12.\n",
    )


@pytest.mark.parametrize(
    "change",
    [lambda text: text.replace(b"\n", b"\r\n"), lambda text: text.removesuffix(b"\n")],
)
def test_line_ends_do_not_matter(run: Run, answers: Path, change: object) -> None:
    for path in answers.iterdir():
        path.write_bytes(change(path.read_bytes()))  # type: ignore[operator]
    assert run("squirrels.py", "check", "input_12.txt", "answers").returncode == 0


def cut_off_line() -> int:
    """Return the number of the first line of the stored log that is a cut-off at an inner max node."""
    lines = (DATA / LOG / "traverse_log.txt").read_text().splitlines()
    for number, line in enumerate(lines[1:], 2):
        _, level, value, _, beta = line.split(",")
        if level == "2" and lines[number - 2].split(",")[1] == "3" and float(value) >= float(beta):
            return number
    raise AssertionError("the case has no cut-off at a max node")


def test_check_names_line_path_and_rule(run: Run, answers: Path) -> None:
    number = cut_off_line()
    lines = (answers / "traverse_log.txt").read_text().splitlines()
    node, level, value, _, beta = lines[number - 1].split(",")
    right, lines[number - 1] = lines[number - 1], f"{node},{level},{value},{value},{beta}"
    (answers / "traverse_log.txt").write_text("\n".join(lines) + "\n")
    done = run("squirrels.py", "check", "input_12.txt", "answers")
    said = done.stdout.splitlines()
    assert done.returncode == 1
    assert said[1] == f"Log incorrect at line-{number} for input file 12."
    assert said[2] == f"  line {number} is: '{lines[number - 1]}'"
    assert said[3] == f"  should be: '{right}'"
    assert said[4].startswith("  path of nodes: root ") and said[4].endswith(node)
    assert said[5] == "  rule: at a cut-off alpha and beta stand as they were before"


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        (1, "the log begins with this header"),
        (2, "a max node starts at -Infinity, a min node at Infinity"),
        (5, "a leaf (cut-off depth, or no free square) shows its evaluation, seen from your player"),
        (6, "after a child the value, then the bound, is updated"),
    ],
)
def test_every_kind_of_line_has_its_rule(run: Run, answers: Path, line: int, rule: str) -> None:
    lines = (answers / "traverse_log.txt").read_text().splitlines()
    lines[line - 1] = "wrong"
    (answers / "traverse_log.txt").write_text("\n".join(lines))
    assert (
        run("squirrels.py", "check", "input_12.txt", "answers").stdout.splitlines()[-1] == f"  rule: {rule}"
    )


def test_missing_and_wrong_files_get_the_courses_sentences(run: Run, answers: Path, tmp_path: Path) -> None:
    (answers / "next_state.txt").write_text("*****\n" * 5)
    (answers / "traverse_log.txt").unlink()
    said = run("squirrels.py", "check", "input_12.txt", "answers").stdout.splitlines()
    assert said[0] == "Incorrect move for input file 12."
    assert "Log incorrect at line-1 for input file 12." in said


def test_log_that_is_too_long_is_wrong_at_its_first_extra_line(run: Run, answers: Path) -> None:
    log = answers / "traverse_log.txt"
    count = len(log.read_text().splitlines())
    log.write_text(log.read_text() + "more\n")
    said = run("squirrels.py", "check", "input_12.txt", "answers").stdout.splitlines()
    assert f"Log incorrect at line-{count + 1} for input file 12." in said
    assert said[-1] == "  rule: the search is over before this line"


def test_traces_are_compared_by_count_and_by_line(run: Run, tmp_path: Path) -> None:
    shutil.copy(DATA / "battle_o_first" / "input.txt", tmp_path / "input.txt")
    right = (DATA / "battle_o_first" / "trace_state.txt").read_text()
    for text, sentence in (
        (right, "Correct trace for input file 1."),
        (
            right + "*****\n",
            "Number of lines in the trace_state.txt file does not match the desired output for input file 1.",
        ),
        (right[:6] + "?????" + right[11:], "Trace state is incorrect at line-2 for input file 1."),
    ):
        (tmp_path / "trace_state.txt").write_text(text)
        assert run("squirrels.py", "check", "input.txt").stdout.splitlines()[0] == sentence


@pytest.fixture(scope="module")
def hundred(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cases")
    write_cases(squirrels.make_case, squirrels.read_task, folder, 100, seed=3)
    return folder


@pytest.fixture(scope="module", params=[8, pytest.param(40, marks=pytest.mark.long)])
def count(request: pytest.FixtureRequest) -> int:
    """Return the number of cases that a program answers, each in a process of its own."""
    found: int = request.param
    return found


@pytest.fixture(scope="module")
def cases(count: int, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cases")
    write_cases(squirrels.make_case, squirrels.read_task, folder, count, seed=3)
    return folder


def grade(run: Run, folder: Path, *arguments: str) -> tuple[int, list[str]]:
    done = run("squirrels.py", "grade", str(folder), *arguments, "--readable", str(ROOT))
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def program(folder: Path, code: str) -> str:
    """Write a program that answers with `squirrels.answer` and then runs `code`."""
    start = (
        f"import sys\nfrom pathlib import Path\nsys.path.insert(0, {str(ROOT)!r})\n"
        "import squirrels\ncase = squirrels.read_case(Path('input.txt'))\n"
    )
    (folder / "theirs.py").write_text(start + code)
    return f"'{sys.executable}' '{folder / 'theirs.py'}'"


def test_cases_repeat_with_their_seed_and_cover_all_tasks(hundred: Path, tmp_path: Path) -> None:
    write_cases(squirrels.make_case, squirrels.read_task, tmp_path, 20, seed=3)
    for path in tmp_path.rglob("*.txt"):
        assert path.read_bytes() == (hundred / path.relative_to(tmp_path)).read_bytes()
    cases = [squirrels.read_case(path) for path in hundred.glob("input_*.txt")]
    assert {case.task for case in cases} == {1, 2, 3, 4}
    assert {case.position.turn for case in cases} == {"X", "O"}
    assert min(case.position.board.count("*") for case in cases) == 0


def test_answers_in_either_layout_are_graded(run: Run, hundred: Path, tmp_path: Path) -> None:
    for number in range(1, 6):
        shutil.copy(hundred / f"input_{number}.txt", tmp_path)
        for path in (hundred / str(number)).iterdir():
            shutil.copy(path, tmp_path / f"{path.stem}_{number}.txt")
    assert grade(run, tmp_path)[1][-1] == "Score: 5 of 5"
    assert grade(run, hundred)[1][-1] == "Score: 100 of 100"


def test_right_program_gets_full_marks(run: Run, cases: Path, count: int) -> None:
    status, said = grade(run, cases, "--program", RIGHT, "--jobs", "2")
    assert (status, said[-1]) == (0, f"Score: {count} of {count}")


WRONG_BOUND = """
squirrels.answer(case, Path())
log = Path('traverse_log.txt')
if case.task == 3:
    lines = log.read_text().splitlines()
    for number, line in enumerate(lines[1:], 1):
        name, level, *numbers = line.split(',')
        value, alpha, beta = map(float, numbers)
        before = lines[number - 1].split(',')
        if len(before) == 5 and number > 1 and int(before[1]) > int(level):
            if int(level) % 2 == 0 and value >= beta:
                lines[number] = f'{name},{level},{numbers[0]},{numbers[0]},{numbers[2]}'
            if int(level) % 2 == 1 and value <= alpha:
                lines[number] = f'{name},{level},{numbers[0]},{numbers[1]},{numbers[0]}'
    log.write_text('\\n'.join(lines) + '\\n')
"""


def test_wrong_bound_at_cut_offs_fails_only_those_cases(
    run: Run,
    cases: Path,
    count: int,
    tmp_path: Path,
) -> None:
    status, said = grade(run, cases, "--program", program(tmp_path, WRONG_BOUND))
    wrong = [line for line in said if line.startswith("Log incorrect")]
    assert status == 1
    assert count * 3 / 100 <= len(wrong) < count * 4 / 10
    assert said[-1] == f"Score: {count - len(wrong)} of {count}"
    assert said.count("  rule: at a cut-off alpha and beta stand as they were before") == len(wrong)


@pytest.mark.usefixtures("bare")  # it counts its runs in a file
def test_crash_on_every_seventh_case_is_named(run: Run, cases: Path, count: int, tmp_path: Path) -> None:
    code = (
        f"count = Path({str(tmp_path / 'count')!r})\nwith count.open('a') as file: file.write('x')\n"
        "if count.stat().st_size % 7 == 0: sys.exit('seven is too many')\nsquirrels.answer(case, Path())\n"
    )
    _, said = grade(run, cases, "--program", program(tmp_path, code))
    assert said[-1] == f"Score: {count - count // 7} of {count}"
    assert [line for line in said if line.startswith("Program ")] == [
        f"Program crashes: exit status 1 for input file {number}." for number in range(7, count + 1, 7)
    ]
    assert said.count("  last line on stderr: 'seven is too many'") == count // 7


def test_stall_is_named_and_costs_one_case(run: Run, cases: Path, count: int, tmp_path: Path) -> None:
    code = "import time\nif case.task == 1: time.sleep(60)\nsquirrels.answer(case, Path())\n"
    stalls = sum(squirrels.read_case(path).task == 1 for path in cases.glob("input_*.txt"))
    _, said = grade(run, cases, "--program", program(tmp_path, code), "--jobs", "2", "--seconds", "2")
    assert stalls > count * 3 / 100
    assert sum(line.startswith("Program does not answer within 2 s") for line in said) == stalls
    assert said[-1] == f"Score: {count - stalls} of {count}"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows runs files by their ending")
def test_program_that_cannot_be_started_is_named(run: Run, hundred: Path, tmp_path: Path) -> None:
    shutil.copy(hundred / "input_1.txt", tmp_path)
    (tmp_path / "theirs").write_bytes(b"\x00 neither a script nor a program")
    (tmp_path / "theirs").chmod(0o755)
    _, said = grade(run, tmp_path, "--program", str(tmp_path / "theirs"))
    assert said[0].startswith("Program crashes: cannot be started")


@pytest.mark.usefixtures("bare")  # it creates a file when it runs
@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal as terminals do")
def test_ctrl_c_while_grading_is_one_line(hundred: Path, tmp_path: Path) -> None:
    import signal
    import subprocess
    import time

    command = [
        sys.executable,
        str(ROOT / "squirrels.py"),
        "grade",
        str(hundred),
        "--jobs",
        "2",
        "--readable",
        str(ROOT),
        "--program",
    ]
    asked = tmp_path / "asked"
    command.append(program(tmp_path, f"import time\nPath({str(asked)!r}).touch()\ntime.sleep(0.5)\n"))
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 60
        while not asked.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (130, "Stopped.\n")
