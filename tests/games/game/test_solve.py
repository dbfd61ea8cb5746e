"""`perfect`, `solve` and `check` of game.py, by command."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from common.games.circle_the_cat.certificates import CERTIFICATES
from tests.support.cat_starts import set_start
from tests.support.compiled import machine_code
from tests.support.game_cases import BORDER_OPEN, EXAMPLE, arguments_of
from tests.support.programs import Run


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    machine_code(CERTIFICATES)


def test_solve_prints_the_winner_and_check_agrees(run: Run, tmp_path: Path) -> None:
    found = run("game.py", "solve", *EXAMPLE, "--strategy", "plan.jsonl", "--cells")
    first = "The catcher wins, whatever the cat does; this holds even without any block."
    assert (found.returncode, found.stdout.splitlines()[0]) == (0, first)
    assert found.stdout.splitlines()[2].startswith("Best: (")
    assert " + + " in found.stdout and found.stdout.endswith("\n+ wins, - loses, ? not proven in time\n")
    checked = run("game.py", "check", "plan.jsonl")
    assert checked.stdout.startswith("Correct: the catcher wins; ")
    lines = (tmp_path / "plan.jsonl").read_text().splitlines()
    (tmp_path / "plan.jsonl").write_text("\n".join(lines[:-1]))
    broken = run("game.py", "check", "plan.jsonl")
    assert (broken.returncode, broken.stdout) == (2, "")
    assert "entry" in broken.stderr


@pytest.mark.long
def test_cat_wins_on_the_empty_board(run: Run) -> None:
    found = json.loads(run("game.py", "solve", *BORDER_OPEN, "--json", "--seconds", "60").stdout)
    assert (found["winner"], found["proven"]) == ("cat", True)


GUESSED = (
    r"Not solved within 0\.01 s\.\n"
    r"Estimate: [+-]\d+ for catcher \((cat|catcher) wins in \d+ moves? if both play "
    r"like the engine\)\nBest: \(\d+, \d+\)\n"
)


def test_unsolved_start_gets_a_guess(run: Run) -> None:
    found = run("game.py", "solve", *BORDER_OPEN, "--seconds", "0.01")
    assert re.fullmatch(GUESSED, found.stdout)
    refused = run("game.py", "solve", *BORDER_OPEN, "--seconds", "0.01", "--strategy", "plan.jsonl")
    assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)


def test_perfect_plays_in_the_assignments_form(run: Run) -> None:
    start = arguments_of(set_start("R10", 0))
    played = run("game.py", *start, "--catcher", "perfect", "--cat", "random", "--seed", "1", "--no-gif")
    assert played.stdout.splitlines()[-1] == "1"


@pytest.mark.parametrize("text", ["", "{}", "nonsense", '{"winner": "dog"}'])
def test_check_refuses_other_files_in_one_line(run: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "other.jsonl").write_text(text)
    refused = run("game.py", "check", "other.jsonl")
    assert (refused.returncode, refused.stdout, len(refused.stderr.splitlines())) == (2, "", 1)
