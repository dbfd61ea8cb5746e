"""Windows, as far as Linux can show it: no Unix modules, functions or signals, cp1252, Windows paths.

`tests/support/windows/sitecustomize.py` says what the child processes of these tests see. docs/platforms.md
lists what stays untried.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path, PureWindowsPath
from typing import Any

import pytest

from common.play.record import free_path
from common.programs.one_shot import join_command, split_command, split_windows_command
from common.programs.project_programs import is_project_command
from common.programs.runtime import BOOTSTRAP, choose_runtime
from common.programs.sandbox import SANDBOX_VARIABLE
from common.rules.errors import BadInput
from tests.support.game_cases import EXAMPLE
from tests.support.games import PLAYERS, SCRIPTS, game_of, late_position, limited
from tests.support.programs import ROOT, Run, on_unix, still_running
from tests.support.windows.sitecustomize import View

GAMES = ROOT / "tests" / "games"
EMULATION = ROOT / "tests" / "support" / "windows"
PROGRAMS = ROOT / "docs" / "examples" / "duel7"
LOGS = GAMES / "squirrels" / "data" / "alpha_beta_depth_1"
WEAK = ("--nodes", "50")
ASSIGNMENTS = {
    "game": (EXAMPLE, ""),
    "squirrels": (("-i", str(LOGS / "input.txt")), ""),
    "duel7": (WEAK, (GAMES / "duel7" / "data" / "answers.txt").read_text(encoding="utf-8")),
    "walls": (WEAK, (GAMES / "walls" / "data" / "answers.txt").read_text(encoding="utf-8")),
    "catsdogs": (WEAK, (GAMES / "catsdogs" / "data" / "answers.txt").read_text(encoding="utf-8")),
}
FORBIDDEN_IN_NAMES = re.compile(r'[<>:"/\\|?*]')
LINUX_ONLY = {
    "launcher",
    "probe",
    "process_time",
    "process_tree",
    "sandbox",
}  # they read /proc, or are tried there
TEXT_FILES = {"open", "read_text", "write_text"}

pytestmark = on_unix


class Ended:
    """A finished child process: exit status, output, and the files it has left."""

    def __init__(self, done: subprocess.CompletedProcess[str], folder: Path) -> None:
        self.status, self.output, self.errors = done.returncode, done.stdout, done.stderr
        self.files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ended) and vars(self) == vars(other)

    def __repr__(self) -> str:
        return f"{self.status}\n{self.output}\n{self.errors}\n{[*self.files]}"


@pytest.fixture
def on_windows(started: Run, tmp_path: Path) -> Run:
    """Run a script like `started`, on a system that looks like Windows to our modules, in cp1252."""
    folder = tmp_path / "windows"
    folder.mkdir()

    def call(
        script: str, *arguments: str, without: str = "", **options: Any
    ) -> subprocess.CompletedProcess[str]:
        environment = {name: value for name, value in os.environ.items() if name != SANDBOX_VARIABLE}
        environment |= {"PYTHONPATH": str(EMULATION), "PYTHONIOENCODING": "cp1252", "WITHOUT": without}
        settings = {"cwd": folder, "env": environment, "encoding": "cp1252"} | options
        return started(script, *arguments, **settings)

    return call


@pytest.fixture
def in_both(run: Run, on_windows: Run, tmp_path: Path) -> Run:
    """Run a call here and on emulated Windows; return the result there. Both must be the same."""

    def call(script: str, *arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
        there = on_windows(script, *arguments, **options)
        here = run(script, *arguments, **options)
        assert "Traceback" not in there.stderr
        assert Ended(there, tmp_path / "windows") == Ended(here, tmp_path)
        return there

    return call


# PROGRAMS


def test_emulation_hides_unix_from_our_modules_only(tmp_path: Path) -> None:
    code = (
        "import os, common.programs.child_process as ours\n"
        "print(os.name, ours.os.name, ours.sys.platform, hasattr(os, 'fork'), hasattr(ours.os, 'fork'))\n"
        "print(sorted(ours.PASSED_VARIABLES)[0])\n"
    )
    path = os.pathsep.join([str(EMULATION), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True
    )
    assert done.stdout == "posix nt win32 True False\nCOMSPEC\n", done.stderr


@pytest.mark.parametrize("script", ASSIGNMENTS)
def test_assignment_form_gives_the_same_output(script: str, in_both: Run) -> None:
    words, answers = ASSIGNMENTS[script]
    assert in_both(f"{script}.py", *words, input=answers).returncode == 0


@pytest.mark.parametrize("script", SCRIPTS)
def test_move_play_and_match_give_the_same_output(script: str, in_both: Run) -> None:
    words = game_of(script).write(late_position(script))
    assert in_both(f"{script}.py", "move", *words, *limited(script)).returncode == 0
    sides = [f"--{side.lower()}" for side in game_of(script).sides]
    names = [word for pair in zip(sides, PLAYERS[script], strict=True) for word in pair]
    assert in_both(f"{script}.py", "play", *words, *names, "--seed", "1").returncode == 0
    match = ("match", "novice", "random", "--pairs", "1", "--jobs", "1", "--seed", "1", *limited(script))
    assert in_both(f"{script}.py", *match).returncode == 0


def test_saved_game_is_replayed_and_has_unix_line_ends(in_both: Run, on_windows: Run, tmp_path: Path) -> None:
    start = ("X", "X a1 a7 O b2 c3", "8", "--x", "greedy", "--o", "random", "--seed", "1")
    played = on_windows("duel7.py", "play", *start, "--record", "game.jsonl")
    record = (tmp_path / "windows" / "game.jsonl").read_bytes()
    (tmp_path / "game.jsonl").write_bytes(record)
    replayed = in_both("duel7.py", "replay", "game.jsonl")
    assert replayed.stdout.splitlines()[-1] in played.stdout
    assert record.endswith(b"}\n") and b"\r" not in record


def test_name_outside_cp1252_is_escaped_and_costs_no_result(on_windows: Run, tmp_path: Path) -> None:
    names = ("łyżka", "a duel")
    for name in names:
        path = tmp_path / "windows" / "class" / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes((PROGRAMS / "one_move.py").read_bytes())
    call = (
        "tournament",
        "class",
        "--no-sandbox",
        "--pairs",
        "1",
        "--jobs",
        "1",
        "--seconds",
        "20",
        "--seed",
        "1",
    )
    done = on_windows("duel7.py", *call)
    assert done.returncode == 0, done.stderr
    assert "\\u0142y\\u017cka" in done.stdout and "a duel" in done.stdout


def test_match_runs_in_spawned_processes_without_joblib_and_numba(in_both: Run, on_windows: Run) -> None:
    call = ("match", "greedy", "random", "--pairs", "1", "--seed", "1")
    there = on_windows("duel7.py", *call, "--jobs", "2", without="joblib,numba,llvmlite")
    assert (there.returncode, there.stderr.count("Traceback")) == (0, 0)
    again = on_windows("duel7.py", *call, "--jobs", "1")
    assert (again.returncode, again.stdout) == (0, there.stdout)


@pytest.mark.parametrize(("prefix", "file"), [("", "one_move.py"), ("persistent: ", "persistent.py")])
def test_program_with_a_blank_in_its_name_plays(
    prefix: str, file: str, on_windows: Run, tmp_path: Path
) -> None:
    (tmp_path / "windows" / "my duel.py").write_bytes((PROGRAMS / file).read_bytes())
    command = f'{prefix}"{sys.executable}" "my duel.py"'
    call = ("play", "X", "X a1 a7 O b2 c3", "4", "--x", command, "--o", "random", "--seed", "1")
    done = on_windows("duel7.py", *call, "--seconds", "20")
    assert done.returncode == 0 and "forfeit" not in done.stdout, done.stderr
    assert "not guaranteed: no network" in done.stderr


def test_program_beyond_its_time_ends_with_its_children(on_windows: Run, tmp_path: Path) -> None:
    folder = tmp_path / "windows"
    code = "import os, subprocess, sys, time\n" + (
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(folder / 'ids')!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\ntime.sleep(600)\n"
    )
    (folder / "slow.py").write_text(code, encoding="utf-8")
    call = ("play", "X", "X a1 a7 O b2 c3", "4", "--x", f'"{sys.executable}" slow.py', "--o", "random")
    done = on_windows("duel7.py", *call, "--seconds", "1", "--seed", "1")
    assert "does not answer within 1 s" in done.stdout, done.stderr
    assert still_running((folder / "ids").read_text().split()) == []


def test_folder_of_programs_needs_consent_without_a_sandbox(on_windows: Run, tmp_path: Path) -> None:
    for name in ("one.py", "two.py"):
        path = tmp_path / "windows" / "class" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes((PROGRAMS / "one_move.py").read_bytes())
    done = on_windows("duel7.py", "tournament", "class")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("no sandbox protects your files") and len(done.stderr.splitlines()) == 1


# PATHS


@pytest.fixture
def windows_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let command lines be split and joined as on Windows, where any program can be found."""
    monkeypatch.setattr("common.programs.one_shot.os", View(os, (), {"name": "nt", "pathsep": ";"}))
    monkeypatch.setattr("shutil.which", lambda word: word)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r"python C:\Users\me\duel.py", ["python", r"C:\Users\me\duel.py"]),
        (r'python "C:\Users\me\my duel.py"', ["python", r"C:\Users\me\my duel.py"]),
        (r'"C:\Program Files\Python\python.exe" duel.py', [r"C:\Program Files\Python\python.exe", "duel.py"]),
        (r"python C:\Users\O'Neil\duel.py", ["python", r"C:\Users\O'Neil\duel.py"]),
        (r"python 'duel.py", ["python", "'duel.py"]),
        (r'java --class-path="C:\my classes" Duel', ["java", r"--class-path=C:\my classes", "Duel"]),
        (r'python "\\server\share\my duel.py" ""', ["python", r"\\server\share\my duel.py", ""]),
        (r'python "C:\my folder\"', ["python", "C:\\my folder\\"]),
    ],
)
@pytest.mark.usefixtures("windows_commands")
def test_windows_command_is_split_into_words(command: str, words: list[str]) -> None:
    assert split_windows_command(command) == words
    assert split_command(command) == words


@pytest.mark.usefixtures("windows_commands")
def test_windows_command_with_an_open_quote_is_refused() -> None:
    with pytest.raises(BadInput, match="No closing quotation"):
        split_command(r'python "C:\Users\me\my duel.py')


@pytest.mark.usefixtures("windows_commands")
def test_windows_command_line_survives_join_and_split() -> None:
    script = PureWindowsPath("C:\\", "my programs", "O'Neil's duel.py")
    command = ["C:\\Program Files\\Python\\python.exe", "-c", BOOTSTRAP, str(script)]
    assert split_command(join_command(command)) == command
    assert choose_runtime(None, None).script_command(Path("a b.py"))[-2] == BOOTSTRAP


@pytest.mark.usefixtures("windows_commands")
def test_windows_command_names_files_of_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("my duel.py", "one.jar", "two.jar"):
        (tmp_path / name).touch()
    found = split_command('java -cp "one.jar;two.jar" "my duel.py" D:\\other.py')
    jars = f"{tmp_path / 'one.jar'};{tmp_path / 'two.jar'}"
    assert found == ["java", "-cp", jars, str(tmp_path / "my duel.py"), "D:\\other.py"]


@pytest.mark.parametrize(
    ("folder", "name", "is_ours"),
    [("Scripts", "duel7.exe", True), ("Scripts", "my.exe", False), ("bin", "duel7", False)],
)
def test_console_command_of_windows_is_ours(
    folder: str, name: str, is_ours: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("common.programs.project_programs.os", View(os, (), {"name": "nt"}))
    monkeypatch.setattr("common.programs.project_programs.console_commands", lambda: {"duel7"})
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    program = tmp_path / folder / name
    program.parent.mkdir()
    program.touch()
    assert is_project_command([str(program), "move"]) is is_ours


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (r"C:\my games\duel7.py", r'python "C:\my games\duel7.py"'),
        (r"D:\games\duel7.py", r"python D:\games\duel7.py"),
        (r"C:\venv\Scripts\duel7.exe", "duel7"),
        (r"C:\venv\Scripts\duel7", "duel7"),
        (r".venv\Scripts\pytest.exe", "python duel7.py"),
    ],
)
def test_next_command_is_one_for_windows(typed: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("common.play.game.PurePath", PureWindowsPath)
    monkeypatch.setattr(sys, "argv", [typed])
    assert import_module("duel7").GAME.command == said


@pytest.mark.parametrize("script", SCRIPTS)
def test_saved_game_has_a_file_name_that_windows_allows(
    script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert all(not FORBIDDEN_IN_NAMES.search(part) for part in free_path(script).parts)


# FILES


def text_file_calls() -> Iterator[tuple[str, ast.Call]]:
    """Yield the place of every call of the product that may open a text file, and the call."""
    for path in [*ROOT.glob("*.py"), *(ROOT / "common").rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        if not any(f"{word}(" in text for word in TEXT_FILES):
            continue
        for node in ast.walk(ast.parse(text)):
            name = getattr(getattr(node, "func", None), "attr", None) or getattr(
                getattr(node, "func", None), "id", None
            )
            if isinstance(node, ast.Call) and name in TEXT_FILES and path.stem not in LINUX_ONLY:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def modes_of(call: ast.Call) -> set[str]:
    """Return the words in a call that can only be a mode of `open`."""
    words = {
        each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)
    }
    return {word for word in words if re.fullmatch("[rwax+bt]{1,3}", word)}


def test_text_files_have_an_encoding_and_written_ones_a_line_end() -> None:
    """By default Windows reads and writes cp1252, and writes CR LF."""
    checked = 0
    for place, call in text_file_calls():
        mode = "".join(modes_of(call))
        owner = ast.unparse(call.func)
        if (
            "b" in mode
            or owner in ("os.open", "Image.open", "webbrowser.open")
            or owner.endswith("given.open")
        ):
            continue
        named = {keyword.arg for keyword in call.keywords}
        checked += 1
        assert "encoding" in named or "utf-8" in ast.unparse(call), place
        assert "newline" in named or not (set(mode) & set("wax") or owner.endswith("write_text")), place
    assert checked > 3
