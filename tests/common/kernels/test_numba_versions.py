"""The oldest and the newest Numba of pyproject.toml give the same results as the one installed here.

Each version is installed into an environment of its own, with nothing else but what it needs. The results are
compared freshly compiled and from the cache.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.support.programs import CACHE, ROOT

pytest.importorskip("numba")
pytestmark = pytest.mark.versions
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")
CLAIM = re.compile(r'"numba>=(\d+)\.(\d+),<(\d+)\.(\d+)"')


def supported_versions() -> tuple[str, str]:
    """Return the oldest and the newest supported version, in pip's notation."""
    found = CLAIM.search((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert found
    major, minor, above, below = map(int, found.groups())
    assert above == major
    return f"{major}.{minor}.*", f"{major}.{below - 1}.*"


def install_numba(folder: Path, version: str) -> Path:
    """Install a version of Numba into a new environment; return its Python. Skip if pip cannot get it."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    command = [str(python), *PIP, "install", "--only-binary", ":all:", f"numba=={version}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"pip cannot install Numba {version} here: {done.stderr.strip().splitlines()[-1]}")
    return python


def results_of(python: Path | str, **environment: str) -> str:
    """Return the results of a Python's searches in machine code."""
    own = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"} | environment
    command = [str(python), "-m", "tests.support.searches"]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | own)
    assert done.returncode == 0, done.stderr
    print(done.stderr)
    return done.stdout


@pytest.mark.parametrize("version", supported_versions())
def test_supported_version_gives_the_same_results(version: str, tmp_path: Path) -> None:
    """Compare values, moves and node counts.

    The second run, from the cache, must import neither Numba nor numpy.
    """
    python = install_numba(tmp_path / "venv", version)
    said = subprocess.run([python, "-c", "import numba; print(numba.__version__)"], capture_output=True)
    assert said.stdout.startswith(version.removesuffix("*").encode())
    first, again = (results_of(python, **{CACHE: str(tmp_path / "cache")}) for _ in range(2))
    assert first == again == results_of(sys.executable)
    assert first.count("machine code") == 6 and "plain Python" not in first
    assert again.endswith("imported:\n")
