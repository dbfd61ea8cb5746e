"""A class's programs run on the base interpreter: they import from their own folder, not our packages."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest

from common.programs.child_process import run_process
from common.programs.confined_command import Sandbox
from common.programs.confinement import DEFAULT_CONFINEMENT
from common.programs.interpreters import base_interpreter
from common.programs.one_shot import join_command, split_command
from common.programs.project_programs import ROOT
from common.programs.runtime import Runtime, choose_runtime
from common.rules.errors import BadInput
from tests.support.sandboxes import in_every_sandbox, use_sandbox


def last_line_of(path: Path, code: str, runtime: Runtime | None = None) -> str:
    """Run a program and return the last line of its stdout, or of its stderr."""
    runtime = runtime or choose_runtime(None, None)
    path.parent.mkdir(exist_ok=True)
    path.write_text(code, encoding="utf-8")
    ended = run_process(runtime.script_command(path), 20, confinement=runtime.isolate(DEFAULT_CONFINEMENT))
    return ended.answer or ended.last_words


def test_program_is_main_and_imports_from_its_own_folder(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("WORD = 'helped'")
    code = (
        "from __future__ import annotations\nimport helper, sys\n"
        "assert sys.modules['__main__'].__file__ == __file__\nif __name__ == '__main__': "
        "print(helper.WORD, sys.argv[1:], sorted(set(globals()) - {'helper'}))"
    )
    found = last_line_of(tmp_path / "bot.py", code)
    assert found.startswith("helped [] ['__annotations__', '__builtins__', ")
    assert "'sys'" in found and "'b'" not in found and "'os'" not in found


@pytest.mark.parametrize("word", ["exit()", "quit()", "exit(0)"])
def test_exit_works_without_the_site_module(word: str, tmp_path: Path) -> None:
    assert last_line_of(tmp_path / "bot.py", f"print('before')\n{word}\nprint('after')") == "before"


@in_every_sandbox
@pytest.mark.parametrize("name", ["squirrels", "common", "typer", "numba"])
def test_packages_of_the_referee_are_not_importable(
    level: Sandbox, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    code = f"import sys\nsys.path += [{str(ROOT)!r}]\nimport {name}"
    assert last_line_of(tmp_path / "own" / "bot.py", code).startswith("ModuleNotFoundError")


@in_every_sandbox
def test_packages_of_the_class_environment_are_importable(
    level: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_sandbox(level, monkeypatch)
    venv.create(tmp_path / "env")
    runtime = choose_runtime(None, tmp_path / "env")
    command = [str(runtime.interpreter), "-c", "import site; print(site.getsitepackages()[0])"]
    site = subprocess.run(command, capture_output=True, text=True, check=True)
    (Path(site.stdout.strip()) / "numbers_of_a_class.py").write_text("ONE = 1")
    assert (
        last_line_of(tmp_path / "own" / "bot.py", "import numbers_of_a_class as n\nprint(n.ONE)", runtime)
        == "1"
    )
    code = "import shutil\nprint(shutil.which('python'))"
    assert last_line_of(tmp_path / "own" / "bot.py", code, runtime) == str(runtime.interpreter)


def test_command_line_and_split_command_are_inverses(tmp_path: Path) -> None:
    (tmp_path / "bot.py").touch()
    words = choose_runtime(None, None).script_command(tmp_path / "bot.py")
    assert split_command(join_command(words)) == words


def test_python_in_a_command_becomes_the_class_interpreter() -> None:
    runtime = choose_runtime(None, None)
    assert runtime.resolve_command(["python", "/x/bot.py", "--fast"])[:2] == [str(base_interpreter()), "-s"]
    assert runtime.resolve_command(["python3", "-O", "/x/bot.py"]) == [
        str(base_interpreter()),
        "-s",
        "-E",
        "-u",
        "-O",
        "/x/bot.py",
    ]
    assert runtime.resolve_command(["java", "Bot"]) == ["java", "Bot"]
    ours = ["python", str(ROOT / "duel7.py"), "serve"]
    assert runtime.resolve_command(ours) == [sys.executable, *ours[1:]]


def test_choose_runtime_refuses_bad_options(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="--interpreter 'no-python': expected a Python"):
        choose_runtime(Path("no-python"), None)
    with pytest.raises(BadInput, match="expected a virtual environment"):
        choose_runtime(None, tmp_path)
    with pytest.raises(BadInput, match="give only one of them"):
        choose_runtime(Path(sys.executable), tmp_path)
