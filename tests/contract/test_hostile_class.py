"""Grade and rank nineteen programs, fifteen of them hostile: these gain nothing and harm nobody."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
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
from tests.support.programs import ROOT, Run, read_json_lines
from tests.support.sandboxes import in_every_sandbox

Games = dict[tuple[str, ...], list[str]]  # the moves of each game, by players
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


def honest_games(journal: Path) -> Games:
    """Return the moves of the honest programs' games."""
    games = (
        line
        for line in read_json_lines(journal)[1:]
        if "game" in line and any(name.startswith("honest") for name in line["players"])
    )
    return {tuple(game["players"]): game["moves"] for game in games if game["fault"] is None}


def tournament_call(players: Path, journal: Path) -> tuple[str, ...]:
    """Return the command that plays all programs of a folder against `random`."""
    call = ("duel7.py", "tournament", str(players), "--gauntlet", "random", "--pairs", "1", "--seconds", "2")
    return (*call, "--journal", str(journal))


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Games:
    """Return the games of the honest programs without the hostile ones."""
    folder = tmp_path_factory.mktemp("alone")
    words = tournament_call(write_players(folder, "class", hostile=False), folder / "alone.jsonl")
    subprocess.run(
        [sys.executable, str(ROOT / words[0]), *words[1:]], capture_output=True, check=True, cwd=folder
    )
    return honest_games(folder / "alone.jsonl")


@in_every_sandbox
def test_tournament_games_of_honest_programs_are_unaffected(
    level: Sandbox, alone: Games, started: Run, temporary: Path, tmp_path: Path
) -> None:
    players, journal = write_players(tmp_path, "class", hostile=True), tmp_path / "class.jsonl"
    told = run_checked(started, level, temporary, *tournament_call(players, journal))
    games = honest_games(journal)
    assert len(games) == 2 * HONEST and games == alone
    lost = {
        row["player"]: row["games lost"]
        for row in told["table"]
        if not row["player"].startswith(("honest", "random"))
    }
    assert lost == dict.fromkeys({name.replace("\x1b", "\\x1b") for name in ATTACKS if name != "random"}, 2)
    assert (tmp_path / "secret").read_text() == "secret\n"
