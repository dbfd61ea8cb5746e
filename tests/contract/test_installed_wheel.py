"""An installed wheel outside this tree; test_page.py asks its commands too."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from common.cli.five_games import GAMES
from tests.support.programs import ROOT

pytestmark = pytest.mark.long


def test_wheel_runs_the_installed_modules(installed: Path, tmp_path: Path) -> None:
    code = "import common.show.page as page, duel7; print(page.__file__, duel7.__file__, sep='\\n')"
    told = subprocess.run(
        [installed / "python", "-c", code], cwd=tmp_path, text=True, capture_output=True, check=True
    )
    assert all(Path(line).is_relative_to(installed.parent) for line in told.stdout.splitlines())


def test_wheel_plays_with_its_stored_modules(installed: Path, tmp_path: Path) -> None:
    move = [str(installed / "duel7"), "move", "X", "X a1 a7 O b2 c3", "12", "--nodes", "2000"]
    done = subprocess.run(move, cwd=tmp_path, text=True, capture_output=True, check=True)
    assert (len(done.stdout.split()), done.stderr) == (2, "")


def test_one_command_of_the_wheel_lists_and_plays(installed: Path, tmp_path: Path) -> None:
    """The game's name in messages is the one that the user typed."""

    def told(*words: str) -> str:
        command = [str(installed / "five-board-games"), *words]
        done = subprocess.run(command, cwd=tmp_path, text=True, capture_output=True, check=True)
        return done.stdout

    assert all(name in told() for name in GAMES)
    played = told("duel7", "play", "--x", "greedy", "--o", "random", "--seed", "7", "--turns", "8")
    assert played.splitlines()[-1].endswith("WINS")
    assert "Usage: five-board-games circle-the-cat " in told("circle-the-cat", "--help")


def test_wheel_has_every_data_file(installed: Path) -> None:
    (site,) = installed.parent.glob("lib/python*/site-packages")
    assert data_files(site / "common") == data_files(ROOT / "common")


def data_files(package: Path) -> set[Path]:
    """Return the files of a package that are not Python code, relative to it."""
    found = (path for path in package.rglob("*.*") if path.is_file() and path.suffix not in (".py", ".pyc"))
    return {path.relative_to(package) for path in found}
