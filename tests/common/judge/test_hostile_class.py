"""A class of thirty, fifteen of them hostile, graded and ranked: the others do as without them, and nothing is left behind."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from common.programs.sandbox import CHOSEN, Sandbox
from tests.support.hostile_class import ATTACKS, CASES, HONEST, left_behind, temporary_folder, write_class, write_players
from tests.support.programs import Run, lines_of
from tests.support.sandboxes import in_every_sandbox

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="its programs attack Linux"),
]


@pytest.fixture
def temporary() -> Iterator[Path]:
    """The folder for temporary files of the calls below."""
    folder = temporary_folder()
    yield folder
    shutil.rmtree(folder)


def checked(run: Run, level: Sandbox, temporary: Path, *arguments: str) -> Any:
    """Return what a call prints as JSON; it ends without a traceback and leaves nothing behind."""
    environment = os.environ | {CHOSEN: level.name, "TMPDIR": str(temporary)}
    done = run(*arguments, "--json", "--jobs", "2", "--memory", "0.3", env=environment, timeout=300)
    assert "Traceback" not in done.stderr and "\x1b" not in done.stdout + done.stderr
    assert left_behind(temporary) == []
    return json.loads(done.stdout)


@in_every_sandbox
def test_hostile_programs_get_no_points_and_cost_none(level: Sandbox, started: Run, temporary: Path, tmp_path: Path) -> None:
    handed_in = write_class(tmp_path, "class", hostile=True)
    before = {path.name: path.read_bytes() for path in handed_in.iterdir()}
    call = ("squirrels.py", "grade", str(tmp_path / "cases"), "--programs", str(handed_in), "--seconds", "2")
    told = checked(started, level, temporary, *call)
    points = {one["program"]: one["score"] for one in told["programs"]}
    assert len(points) == HONEST + len(ATTACKS)
    assert {name: points[name] for name in points if name.startswith("honest")} == {
        f"honest_{number}": number % (CASES + 1) for number in range(HONEST)
    }
    assert {name: count for name, count in points.items() if not name.startswith("honest") and count} == {}
    assert "secret" not in json.dumps([one["cases"] for one in told["programs"] if one["program"] != "secret"])
    assert {path.name: path.read_bytes() for path in handed_in.iterdir()} == before
    assert (tmp_path / "secret").read_text() == "secret\n" and (tmp_path / "secret").stat().st_mode & 0o777 == 0o600


def honest_games(journal: Path) -> dict[tuple[str, ...], list[str]]:
    """Return the moves of the games of honest programs."""
    games = (line for line in lines_of(journal)[1:] if any(name.startswith("honest") for name in line["players"]))
    return {tuple(game["players"]): game["moves"] for game in games if game["fault"] is None}


@in_every_sandbox
def test_hostile_programs_lose_and_the_games_of_others_are_the_same(
    level: Sandbox, started: Run, temporary: Path, tmp_path: Path
) -> None:
    games = {}
    for name, hostile in (("alone", False), ("class", True)):
        players = write_players(tmp_path, name, hostile)
        journal = tmp_path / f"{name}.jsonl"
        call = ("duel7.py", "tournament", str(players), "--gauntlet", "random", "--pairs", "1", "--seconds", "2")
        told = checked(started, level, temporary, *call, "--journal", str(journal))
        games[name] = honest_games(journal)
    assert len(games["alone"]) == 2 * HONEST and games["class"] == games["alone"]
    lost = {row["player"]: row["games lost"] for row in told["table"] if not row["player"].startswith(("honest", "random"))}
    assert lost == dict.fromkeys({name.replace("\x1b", "\\x1b") for name in ATTACKS if name != "random"}, 2)
    assert (tmp_path / "secret").read_text() == "secret\n"
