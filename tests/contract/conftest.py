"""Fixtures: the commands of an installed wheel, in place of the scripts of this tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.support.programs import ROOT, Run

COMMANDS = {"game.py": "circle-the-cat"}
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")
NOT_SOURCE = shutil.ignore_patterns(".*", "*.egg-info", "tests", "docs")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the programs in a virtual environment with the wheel; dependencies are those of the tests."""
    folder = tmp_path_factory.mktemp("installed")
    programs = folder / "venv" / "bin"
    shutil.copytree(ROOT, folder / "source", ignore=NOT_SOURCE)
    shutil.rmtree(folder / "source" / "build", ignore_errors=True)
    subprocess.run(
        [sys.executable, *PIP, "wheel", "--no-deps", "--wheel-dir", folder, folder / "source"], check=True
    )
    shutil.rmtree(folder / "source")
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv")  # pip too is one of the others: a copy of it would take 3 s
    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    (site / "others.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    install = (*PIP, "install", "--no-deps", "--ignore-installed")
    subprocess.run([programs / "python", *install, wheel], check=True)
    return programs


@pytest.fixture
def run_installed(installed: Path, tmp_path: Path) -> Run:
    """Run the installed command of a script in an empty folder."""

    def call(script: str, *arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
        command = [str(installed / COMMANDS.get(script, script.removesuffix(".py"))), *arguments]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        return subprocess.run(
            command, cwd=tmp_path, env=environment, text=True, capture_output=True, timeout=120, check=False
        )

    return call


@pytest.fixture
def run(run: Run, request: pytest.FixtureRequest) -> Run:
    """Run a script of this tree, or the installed command if the test is parametrised with "wheel"."""
    if getattr(request, "param", "tree") == "tree":
        return run
    installed: Run = request.getfixturevalue("run_installed")
    return installed
