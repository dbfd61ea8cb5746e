"""`--json` output of results: one object, or one a line, with the same facts as the text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.programs import Run

DUEL = ("duel7.py", "solve", "--place", "X b2 c1 e2 O a1 c7 f5", "--turns", "6")
HUNT = ("catsdogs.py", "solve", "--position", "d....../......./d...C../..Cd.../dd....C/..d.C../..dC...")


@pytest.mark.parametrize("call", [DUEL, HUNT], ids=["duel7", "catsdogs"])
def test_solve_json_agrees_with_text(called: Run, call: tuple[str, ...]) -> None:
    words, told = called(*call), called(*call, "--json")
    assert (words.returncode, told.returncode) == (0, 0)
    found = json.loads(told.stdout)
    assert words.stdout.splitlines()[1] == f"Value: {found['value']}, proven"
    assert found["proven"] is True and found["bounds"] is None
    assert f"Best: {found['move']}\n" in words.stdout


def test_solve_json_has_bounds_when_time_runs_out(called: Run) -> None:
    told = called("duel7.py", "solve", "--seconds", "0.5", "--seed", "1", "--json")
    found = json.loads(told.stdout)
    assert found["proven"] is False
    assert found["bounds"].startswith("unless one side gets stuck")


def test_solve_json_of_3x3_and_5x5_walls(called: Run) -> None:
    lines = [json.loads(line) for line in called("walls.py", "solve", "3", "--json").stdout.splitlines()]
    assert [(line["starter"], line["value"], line["move"]) for line in lines] == [
        ("A", 1, "turn-left"),
        ("B", 1, "turn-left"),
    ]
    lines = called("walls.py", "solve", "5", "--seconds", "1", "--json").stdout.splitlines()
    unknown = {"value": None, "move": None, "proven": False}
    assert [json.loads(line) for line in lines] == [{"starter": side, **unknown} for side in "AB"]


def test_check_json_says_right_or_wrong(called: Run, tmp_path: Path) -> None:
    assert called("squirrels.py", "cases", "1", str(tmp_path), "--seed", "3").returncode == 0
    call = ("squirrels.py", "check", str(tmp_path / "input_1.txt"), str(tmp_path / "1"))
    told = called(*call, "--json")
    assert told.returncode == 0
    assert json.loads(told.stdout)["right"] is True
    (tmp_path / "1" / "next_state.txt").write_text("nothing", encoding="ascii")
    told = called(*call, "--json")
    found = json.loads(told.stdout)
    assert (told.returncode, found["right"]) == (1, False)
