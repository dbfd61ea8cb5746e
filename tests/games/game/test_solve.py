"""`perfect` and `solve` of game.py, by command."""

from __future__ import annotations

import json
import re

import pytest

from common.games.circle_the_cat.certificates import CERTIFICATES
from tests.support.cat_starts import set_start
from tests.support.compiled import machine_code
from tests.support.game_cases import BORDER_OPEN, EXAMPLE, arguments_of
from tests.support.programs import Run


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    machine_code(CERTIFICATES)


def test_solve_prints_the_winner_and_marks_cells(run: Run) -> None:
    found = run("game.py", "solve", *EXAMPLE, "--cells")
    first = "The catcher wins, whatever the cat does; this holds even without any block."
    assert (found.returncode, found.stdout.splitlines()[0]) == (0, first)
    assert found.stdout.splitlines()[2].startswith("Best: (")
    assert " + + " in found.stdout and found.stdout.endswith("\n+ wins, - loses, ? not proven in time\n")


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


def test_perfect_plays_in_the_assignments_form(run: Run) -> None:
    start = arguments_of(set_start("R10", 0))
    played = run("game.py", *start, "--catcher", "perfect", "--cat", "random", "--seed", "1", "--no-gif")
    assert played.stdout.splitlines()[-1] == "1"
