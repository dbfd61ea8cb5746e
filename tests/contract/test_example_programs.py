"""docs/examples/ and the page about them: each program plays whole games of its protocol without a fault."""

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
LITTLE = {"squirrels": ("--depth", "1")}


def python(path: Path) -> str:
    return f"'{sys.executable}' '{path}'"


def one_move(script: str) -> str:
    folder = EXAMPLES / script / "one_move"
    return (
        f"{python(folder / 'cat.py')} + {python(folder / 'catcher.py')}"
        if folder.is_dir()
        else python(EXAMPLES / script / "one_move.py")
    )


def plays_without_a_fault(run: Run, script: str, name: str, *, loses: str = "random") -> None:
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
        *LITTLE.get(script, ()),
        "--json",
    )
    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stdout)
    assert (told["games"], told["forfeits"]) == (4, [{}, {}])


@every_script
def test_the_example_that_is_started_for_each_move_plays_without_a_fault(script: str, run: Run) -> None:
    plays_without_a_fault(run, script, one_move(script))


@every_script
def test_the_example_that_lasts_plays_without_a_fault(script: str, run: Run) -> None:
    plays_without_a_fault(run, script, "persistent: " + python(EXAMPLES / script / "persistent.py"))


def test_the_example_in_c_plays_without_a_fault(run: Run, tmp_path: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler here")
    warnings = ("-std=c99", "-Wall", "-Wextra", "-Werror")
    subprocess.run(
        [compiler, *warnings, "-o", str(tmp_path / "duel"), str(EXAMPLES / "duel7" / "duel.c")],
        check=True,
        timeout=60,
    )
    plays_without_a_fault(run, "duel7", f"persistent: {tmp_path / 'duel'}")


def test_the_example_in_java_plays_without_a_fault(run: Run, tmp_path: Path) -> None:
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
    plays_without_a_fault(run, "duel7", f"persistent: java -cp {shlex.quote(str(tmp_path))} Duel")


def test_the_python_examples_are_short() -> None:
    programs = sorted(EXAMPLES.rglob("*.py"))
    assert len(programs) == 11
    for program in programs:
        assert 10 <= len(program.read_text(encoding="utf-8").splitlines()) <= 25, program


def test_the_page_shows_an_example_as_it_is_and_its_commands_name_what_is_there(run: Run) -> None:
    shown = PAGE.split("```python\n")[1].split("```")[0]
    assert shown == (EXAMPLES / "walls" / "persistent.py").read_text(encoding="utf-8")
    assert len(shown.splitlines()) <= 15
    for word in PAGE.split():
        if word.startswith("docs/examples/"):
            assert (ROOT / word.strip("\"'`")).exists(), word


def test_the_pages_line_of_serve_answers() -> None:
    line = next(line for line in PAGE.splitlines() if line.startswith("printf"))
    given, command = line.split(" | ")
    question = shlex.split(given)[1].encode().decode("unicode_escape")
    words = [sys.executable, *shlex.split(command)[1:]]
    ended = subprocess.run(
        words, input=question, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, len(ended.stdout.split())) == (0, 2), ended.stderr
