"""No engine exceeds its limit in seconds, with or without compiled machine code."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.programs import Run, read_json_lines
from tests.support.scheduling_delay import measure_delay

SECONDS = 0.25
HUNT = "...DDC./......D/...C.C./D..DD../.C.DD../......D/...C..."  # the dogs win in 4


class Timed(NamedTuple):
    """A game, and the minimum number of decisions an engine makes in it."""

    call: tuple[str, ...]
    decisions: int


GAMES = {
    "duel7": Timed(
        ("duel7.py", "play", "--x", "engine", "--o", "engine", "--turns", "10", "--seed", "1"), 10
    ),
    "walls": Timed(("walls.py", "5", "--b", "nearest-brick", "--games", "1"), 11),
    "cats and dogs": Timed(("catsdogs.py", "play", "--position", HUNT), 6),
    "dogs": Timed(("catsdogs.py", "play", "--cat", "careful", "--seed", "1"), 10),
    "cats": Timed(("catsdogs.py", "play", "--dog", f"'{sys.executable}' -c ''"), 1),
}
CASES = [
    ("duel7", False),
    ("walls", False),
    ("cats and dogs", False),
    ("duel7", True),
]
OTHERS = [("walls", True), ("cats", True), ("dogs", True)]


@pytest.mark.parametrize(
    ("name", "empty"),
    [*CASES, *(pytest.param(*case, marks=pytest.mark.long) for case in OTHERS)],
    ids=[f"{name}-{'cold' if empty else 'warm'}" for name, empty in (*CASES, *OTHERS)],
)
def test_no_move_exceeds_its_time_limit(
    started: Run, cold: dict[str, str], tmp_path: Path, name: str, empty: bool
) -> None:
    """With nothing compiled before, plain Python answers."""
    game = GAMES[name]
    with measure_delay() as beside:
        done = started(
            *game.call,
            "--seconds",
            str(SECONDS),
            "--record",
            "r.jsonl",
            env=cold if empty else dict(os.environ),
        )
    assert done.returncode == 0
    assert done.stderr in ("", "seed 1 (repeat with --seed 1)\n")
    spent = [move["seconds"] for move in read_json_lines(tmp_path / "r.jsonl")[1:-1] if "depth" in move]
    assert len(spent) >= game.decisions
    assert max(spent) < SECONDS + beside.margin
