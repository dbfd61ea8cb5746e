"""An installed wheel outside this tree: its commands write pages that pass tests of test_page."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.contract.test_page import (
    browser,
    test_cross_table_links_work_with_keys_alone,
    test_curve_and_board_agree,
    test_keys_and_buttons_move_through_the_game,
    test_page_fits_its_window,
    test_tournament_page_plays_every_game,
)
from tests.support.browser import in_a_browser
from tests.support.programs import ROOT, Run

__all__ = [  # imported to be run again with the installed commands
    "browser",
    "test_cross_table_links_work_with_keys_alone",
    "test_curve_and_board_agree",
    "test_keys_and_buttons_move_through_the_game",
    "test_page_fits_its_window",
    "test_tournament_page_plays_every_game",
]
pytestmark = [pytest.mark.long, in_a_browser]
COMMANDS = {"game.py": "circle-the-cat"}
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")
NOT_SOURCE = shutil.ignore_patterns(".*", "build", "*.egg-info", "tests", "docs")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the programs in a virtual environment with the wheel; dependencies are those of the tests."""
    folder = tmp_path_factory.mktemp("installed")
    programs = folder / "venv" / "bin"
    shutil.copytree(ROOT, folder / "source", ignore=NOT_SOURCE)
    subprocess.run(
        [sys.executable, *PIP, "wheel", "--no-deps", "--wheel-dir", folder, folder / "source"], check=True
    )
    shutil.rmtree(folder / "source")
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", with_pip=True)
    subprocess.run([programs / "python", *PIP, "install", "--no-deps", wheel], check=True)
    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    (site / "others.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return programs


@pytest.fixture
def run(installed: Path, tmp_path: Path) -> Run:
    """Run the installed command of a script in an empty folder."""

    def call(script: str, *arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
        command = [str(installed / COMMANDS.get(script, script.removesuffix(".py"))), *arguments]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        return subprocess.run(
            command, cwd=tmp_path, env=environment, text=True, capture_output=True, timeout=120, check=False
        )

    return call


def test_wheel_runs_the_installed_modules(installed: Path, tmp_path: Path) -> None:
    code = "import common.show.page as page, duel7; print(page.__file__, duel7.__file__, sep='\\n')"
    told = subprocess.run(
        [installed / "python", "-c", code], cwd=tmp_path, text=True, capture_output=True, check=True
    )
    assert all(Path(line).is_relative_to(installed.parent) for line in told.stdout.splitlines())
