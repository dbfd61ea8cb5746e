"""Random input files: every kind of case occurs, and a seed repeats all files."""

from __future__ import annotations

import random
from pathlib import Path

import squirrels
from common.games.squirrels.random_cases import ALPHA_BETA, BATTLE, TASKS, random_case, write_cases

FILES = {"next_state.txt", "traverse_log.txt", "trace_state.txt"}


def test_random_cases_cover_tasks_sides_and_full_boards() -> None:
    cases = [random_case(random.Random(seed)) for seed in range(300)]
    assert {case.header[0] for case in cases} == set(TASKS)
    assert {case.header[1] for case in cases} == {"X", "O"}
    assert {case.board.count("*") for case in cases} >= {0, 1, 25}
    assert {len(case.header) for case in cases if case.header[0] == BATTLE} == {7}
    assert all(len(case.board) == len(case.values) == 25 for case in cases)
    assert max(int(str(case.header[2])) for case in cases if case.header[0] == ALPHA_BETA) == 5


def test_written_cases_repeat_with_their_seed(tmp_path: Path) -> None:
    for name, seed in (("one", 3), ("same", 3), ("other", 4)):
        write_cases(squirrels.make_case, squirrels.read_task, tmp_path / name, 4, seed)
    found = {
        name: {
            str(path.relative_to(tmp_path / name)): path.read_bytes()
            for path in (tmp_path / name).rglob("*.txt")
        }
        for name in ("one", "same", "other")
    }
    assert found["one"] == found["same"] != found["other"]
    assert {Path(path).name for path in found["one"]} <= FILES | {
        f"input_{number}.txt" for number in range(1, 5)
    }
    assert all(any(path.startswith(f"{number}/") for path in found["one"]) for number in range(1, 5))
