"""docs/examples/ and the page about them: each example program plays whole games without a forfeit."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.programs import ROOT, Run

EXAMPLES = ROOT / "docs" / "examples"
PAGE = (ROOT / "docs" / "your-own-program.md").read_text(encoding="utf-8")
SCRIPTS = ("game", "squirrels", "duel7", "walls", "catsdogs")
every_script = pytest.mark.parametrize("script", SCRIPTS)
SMALL_LIMITS = {"squirrels": ("--depth", "1")}


def python(path: Path) -> str:
    return f"'{sys.executable}' '{path}'"


def one_move(script: str) -> str:
    folder = EXAMPLES / script / "one_move"
    return (
        f"{python(folder / 'cat.py')} + {python(folder / 'catcher.py')}"
        if folder.is_dir()
        else python(EXAMPLES / script / "one_move.py")
    )


def assert_plays_without_forfeit(run: Run, script: str, name: str, *, loses: str = "random") -> None:
    ended = run(
        f"{script}.py",
        "match",
        name,
        loses,
        "--pairs",
        "2",
        "--jobs",
        "1",
        "--seconds",
        "20",
        *SMALL_LIMITS.get(script, ()),
        "--json",
    )
    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stdout)
    assert (told["games"], told["forfeits"]) == (4, [{}, {}])


@every_script
def test_one_shot_example_plays_without_forfeit(script: str, run: Run) -> None:
    assert_plays_without_forfeit(run, script, one_move(script))


@every_script
def test_persistent_example_plays_without_forfeit(script: str, run: Run) -> None:
    assert_plays_without_forfeit(run, script, "persistent: " + python(EXAMPLES / script / "persistent.py"))


def test_c_example_plays_without_forfeit(run: Run, tmp_path: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler here")
    warnings = ("-std=c99", "-Wall", "-Wextra", "-Werror")
    subprocess.run(
        [compiler, *warnings, "-o", str(tmp_path / "duel"), str(EXAMPLES / "duel7" / "duel.c")],
        check=True,
        timeout=60,
    )
    assert_plays_without_forfeit(run, "duel7", f"persistent: {tmp_path / 'duel'}")


def test_java_example_plays_without_forfeit(run: Run, tmp_path: Path) -> None:
    java = shutil.which("java")
    if (
        java is None
        or subprocess.run([java, "-version"], capture_output=True, check=False, timeout=60).returncode
    ):
        pytest.skip("no Java here")
    compiler = shutil.which("javac")
    if compiler is None:
        pytest.skip("no Java compiler here")
    subprocess.run(
        [compiler, "-d", str(tmp_path), str(EXAMPLES / "duel7" / "Duel.java")], check=True, timeout=120
    )
    assert_plays_without_forfeit(run, "duel7", f"persistent: java -cp {shlex.quote(str(tmp_path))} Duel")


def test_python_examples_are_short() -> None:
    programs = sorted(EXAMPLES.rglob("*.py"))
    assert len(programs) == 11
    for program in programs:
        assert 10 <= len(program.read_text(encoding="utf-8").splitlines()) <= 25, program


def test_page_shows_the_example_and_names_existing_files(run: Run) -> None:
    shown = PAGE.split("```python\n")[1].split("```")[0]
    assert shown == (EXAMPLES / "walls" / "persistent.py").read_text(encoding="utf-8")
    assert len(shown.splitlines()) <= 15
    for word in PAGE.split():
        if word.startswith("docs/examples/"):
            assert (ROOT / word.strip("\"'`")).exists(), word


def test_serve_command_of_the_page_answers() -> None:
    line = next(line for line in PAGE.splitlines() if line.startswith("printf"))
    given, command = line.split(" | ")
    question = shlex.split(given)[1].encode().decode("unicode_escape")
    words = [sys.executable, *shlex.split(command)[1:]]
    ended = subprocess.run(
        words, input=question, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, len(ended.stdout.split())) == (0, 2), ended.stderr
