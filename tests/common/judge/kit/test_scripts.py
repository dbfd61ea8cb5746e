"""The shell scripts of a kit are correct as far as a shell can tell without running them."""

from __future__ import annotations

import subprocess

import pytest

from common.judge.kit.scripts import PYTHON_VARIABLE, ROOT_VARIABLE, RUN_AUTOGRADER, SETUP
from tests.support.programs import on_unix


@on_unix
@pytest.mark.parametrize("text", [SETUP, RUN_AUTOGRADER], ids=["setup.sh", "run_autograder"])
def test_shell_parses_the_script(text: str) -> None:
    done = subprocess.run(["bash", "-n"], input=text, text=True, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert f'root="${{{ROOT_VARIABLE}:-/autograder}}"' in text and "{" + "{" not in text


@on_unix
def test_old_python_is_refused_in_words() -> None:
    at = SETUP.index('"$python" -c "import sys')
    check = SETUP[at : SETUP.index("\n", SETUP.index("else 0)", at))]
    shown = check.replace("(3, 10)", "(9, 0)").replace('"$python"', "python3", 1)
    done = subprocess.run(["bash", "-c", shown], text=True, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "the kit needs Python 3.10 or newer: choose a newer image\n"
    assert PYTHON_VARIABLE in SETUP
