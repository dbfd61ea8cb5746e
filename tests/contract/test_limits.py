"""No engine exceeds its limit in seconds, with or without compiled machine code."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.programs import Run, read_json_lines
from tests.support.scheduling_delay import measure_delay

SECONDS = 0.25
HUNT = "...DDC./......D/...C.C./D..DD../.C.DD../......D/...C..."  # the dogs win in 4


class Timed(NamedTuple):
    """A game, and how many of an engine's moves come from a finished depth at least; a human's answers."""

    call: tuple[str, ...]
    decisions: int
    answers: str = ""


BETWEEN_PROGRAMS = {
    "duel7": Timed(("duel7.py", "play", "--x", "engine", "--o", "engine", "--turns", "4"), 4),
    "walls": Timed(("walls.py", "3", "--b", "nearest-brick", "--games", "1"), 5),
    "cats and dogs": Timed(("catsdogs.py", "play", "--position", HUNT), 6),
}
WITH_A_HUMAN = {
    "duel7": Timed(("duel7.py", "play", "--place", "X a1 O g7", "--x", "human"), 2, "a1 b1\nb1 a1\nquit\n"),
    # The first replies are stored moves.
    "walls": Timed(("walls.py", "play", "5", "--a", "human"), 2, 7 * "l\n" + "quit\n"),
    # On a busy machine plain Python may finish no depth of the first move, and none of the second.
    "cats": Timed(("catsdogs.py", "play", "--dog", "human"), 0, "quit\n"),
    "dogs": Timed(("catsdogs.py", "play", "--cat", "human"), 1, "d4 d5\nquit\n"),
}


def assert_limit_is_kept(started: Run, folder: Path, game: Timed, environment: dict[str, str]) -> None:
    options = ("--seconds", str(SECONDS), "--seed", "1", "--record", "r.jsonl")
    with measure_delay() as beside:
        done = started(*game.call, *options, input=game.answers, env=environment)
    assert done.returncode == 0
    assert done.stderr in ("", "seed 1 (repeat with --seed 1)\n")
    head, *lines = read_json_lines(folder / "r.jsonl")
    moves = [line for line in lines if head["players"].get(line.get("side")) == "engine"]
    assert sum("depth" in move for move in moves) >= game.decisions
    assert max(move["seconds"] for move in moves) < SECONDS + beside.margin


@pytest.mark.parametrize("name", BETWEEN_PROGRAMS)
def test_no_move_of_a_program_exceeds_its_time_limit(started: Run, tmp_path: Path, name: str) -> None:
    assert_limit_is_kept(started, tmp_path, BETWEEN_PROGRAMS[name], dict(os.environ))
