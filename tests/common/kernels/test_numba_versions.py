"""The oldest and the newest Numba that pyproject.toml claims find what this one finds, compiled and from the cache.

Each is installed into an environment of its own, with nothing else but what it needs.
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
pytestmark = pytest.mark.long
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")
CLAIM = re.compile(r'"numba>=(\d+)\.(\d+),<(\d+)\.(\d+)"')


def claimed() -> tuple[str, str]:
    """Return the oldest and the newest claimed version, as pip takes them."""
    found = CLAIM.search((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert found
    major, minor, above, below = map(int, found.groups())
    assert above == major
    return f"{major}.{minor}.*", f"{major}.{below - 1}.*"


def installed(folder: Path, version: str) -> Path:
    """Return the Python of a new environment with a version of Numba; skip the test if pip cannot get it."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    command = [str(python), *PIP, "install", "--only-binary", ":all:", f"numba=={version}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"pip cannot install Numba {version} here: {done.stderr.strip().splitlines()[-1]}")
    return python


def found_by(python: Path | str, **environment: str) -> str:
    """Return what a Python finds with machine code."""
    own = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"} | environment
    command = [str(python), "-m", "tests.support.searches"]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | own)
    assert done.returncode == 0, done.stderr
    print(done.stderr)
    return done.stdout


@pytest.mark.parametrize("version", claimed())
def test_claimed_version_finds_the_same(version: str, tmp_path: Path) -> None:
    """Values, moves and node counts; the second run, from the cache, imports neither Numba nor numpy."""
    python = installed(tmp_path / "venv", version)
    said = subprocess.run([python, "-c", "import numba; print(numba.__version__)"], capture_output=True)
    assert said.stdout.startswith(version.removesuffix("*").encode())
    first, again = (found_by(python, **{CACHE: str(tmp_path / "cache")}) for _ in range(2))
    assert first == again == found_by(sys.executable)
    assert first.count("machine code") == 6 and "plain Python" not in first
    assert again.endswith("imported:\n")
