"""Grade and rank nineteen programs, fifteen of them hostile: these gain nothing and harm nobody."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from common.programs.confined_command import Sandbox
from common.programs.sandbox import SANDBOX_VARIABLE
from tests.support.hostile_class import (
    ATTACKS,
    CASES,
    HONEST,
    leftovers,
    temporary_folder,
    write_class,
    write_players,
)
from tests.support.programs import Run
from tests.support.sandboxes import in_every_sandbox

TOGETHER = 3  # hostile programs in one tournament
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="its programs attack Linux"),
]


@pytest.fixture
def temporary() -> Iterator[Path]:
    """Yield a folder for the temporary files of the calls below."""
    folder = temporary_folder()
    yield folder
    shutil.rmtree(folder)


def run_checked(run: Run, level: Sandbox, temporary: Path, *arguments: str) -> Any:
    """Return a call's JSON; check that it prints no traceback and leaves no file or process."""
    environment = os.environ | {SANDBOX_VARIABLE: level.name, "TMPDIR": str(temporary)}
    done = run(*arguments, "--json", "--jobs", "2", "--memory", "0.3", env=environment, timeout=300)
    assert "Traceback" not in done.stderr and "\x1b" not in done.stdout + done.stderr
    assert leftovers(temporary) == []
    return json.loads(done.stdout)


@in_every_sandbox
def test_grading_gives_hostile_programs_no_points(
    level: Sandbox, started: Run, temporary: Path, tmp_path: Path
) -> None:
    handed_in = write_class(tmp_path, "class", hostile=True)
    before = {path.name: path.read_bytes() for path in handed_in.iterdir()}
    call = ("squirrels.py", "grade", str(tmp_path / "cases"), "--programs", str(handed_in), "--seconds", "2")
    told = run_checked(started, level, temporary, *call)
    points = {one["program"]: one["score"] for one in told["programs"]}
    assert len(points) == HONEST + len(ATTACKS)
    assert {name: points[name] for name in points if name.startswith("honest")} == {
        f"honest_{number}": number % (CASES + 1) for number in range(HONEST)
    }
    assert {name: count for name, count in points.items() if not name.startswith("honest") and count} == {}
    reasons = {one["program"]: one["cases"][0]["reason"] for one in told["programs"]}
    assert {name for name, reason in reasons.items() if "is not a regular file" in reason} == {
        "descriptor",
        "secret",
        "pipe",
        "zero",
    }
    assert "is longer than" in reasons["sparse"] and "starts more than 64 processes" in reasons["forks"]
    assert "uses more than 0.3 GB of memory" in reasons["memory"] and "floods" in reasons["flood"]
    assert "secret" not in json.dumps(
        [one["cases"] for one in told["programs"] if one["program"] != "secret"]
    )
    assert {path.name: path.read_bytes() for path in handed_in.iterdir()} == before
    assert (tmp_path / "secret").read_text() == "secret\n" and (
        tmp_path / "secret"
    ).stat().st_mode & 0o777 == 0o600


def honest_games(page: Path) -> dict[str, str]:
    """Return the moves of the games of an honest program against `random`, by players and result."""
    found = re.findall(r"<summary>Game \d+: (.*?)</summary>(.*?)</details>", page.read_text("utf-8"), re.S)
    return {title: re.sub(r"#game=\d+", "", moves) for title, moves in found if "random" in title}


@in_every_sandbox
def test_tournament_games_of_honest_programs_are_unaffected(
    level: Sandbox, started: Run, temporary: Path, tmp_path: Path
) -> None:
    """One honest program plays in several tournaments, each with other hostile programs beside it."""
    players = write_players(tmp_path, "class", hostile=True)
    honest = str(players / "honest_2.py")
    games = []
    for first in range(0, len(ATTACKS) + 1, TOGETHER):
        names = list(ATTACKS)[:first][-TOGETHER:]
        files = [str(players / f"{name}.py") for name in names]
        pages = tmp_path / f"pages-{first}"
        limits = ("--pairs", "1", "--seconds", "2", "--html", str(pages))
        told = run_checked(started, level, temporary, "duel7.py", "tournament", honest, *files, *limits)
        rows = {row["player"]: row for row in told["table"]}
        hostile = {name.replace("\x1b", "\\x1b") for name in names if name != "random"}
        assert rows.keys() == {"honest_2", "random", *hostile} and rows["honest_2"]["forfeits"] == {}
        assert all(rows[name]["forfeits"] for name in hostile)
        games.append(honest_games(pages / "player-honest_2.html"))
    assert len(games[0]) == 2 and games == games[:1] * len(games)
    assert (tmp_path / "secret").read_text() == "secret\n"
