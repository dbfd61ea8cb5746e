"""Random input files with their answers, for tests and grading."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from common.games.squirrels.answer_files import Task
from common.rules.files import write_atomically

SQUARES = 25
ALPHA_BETA = 3
BATTLE = 4
TASKS = [1, 2, 2, ALPHA_BETA, ALPHA_BETA, BATTLE]


class RandomCase(NamedTuple):
    """The contents of an input file: header lines, values, board."""

    header: list[object]
    values: tuple[int, ...]
    board: str


def random_case(rng: Random) -> RandomCase:
    """Return a random case of any task; full boards, ties, O to move and deep cut-offs all occur."""
    task = rng.choice(TASKS)
    pieces = rng.choice([0, 3, 8, 12, 16, 20, 22, 23, 24, 25])
    deepest = _max_depth(task, pieces)
    board = [rng.choice("XO") for _ in range(pieces)] + ["*"] * (SQUARES - pieces)
    rng.shuffle(board)
    first = rng.choice("XO")
    most = rng.choice([2, 9, 99])
    header: list[object] = [task, first, rng.randint(1, deepest)]
    if task == BATTLE:
        header = [BATTLE]
        for side in (first, "O" if first == "X" else "X"):
            header += [side, rng.randint(1, ALPHA_BETA), rng.randint(1, deepest)]
    values = tuple(rng.randint(1, most) for _ in range(SQUARES))
    return RandomCase(header, values, "".join(board))


def _max_depth(task: int, pieces: int) -> int:
    """Return the largest cut-off depth for a random case with so many pieces, to keep it fast."""
    if task == ALPHA_BETA:
        return 3 if pieces < 12 else 5
    return 2 if pieces < 8 else 3


def write_cases(
    make_case: Callable[[Random], str],
    read_task: Callable[[Path], Task],
    folder: Path,
    count: int,
    seed: int,
) -> None:
    """Write `count` random inputs (input_1.txt, ...) and their answers (in folders 1, ...) to a folder.

    The folder is created; files of these names are overwritten. Raise OSError.
    """
    chance = Random(seed)
    for number in range(1, count + 1):
        answers = folder / str(number)
        answers.mkdir(parents=True, exist_ok=True)
        source = folder / f"input_{number}.txt"
        write_atomically(source, make_case(chance).encode())
        read_task(source).answer(answers)
