"""The cases of a kit: made at random for it, and graded there like those of `grade`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from common.games.squirrels.class_grading import Cases, Submission, find_cases, graded_cases
from common.games.squirrels.random_cases import write_cases
from common.judge.kit.grading import GradedCommand
from common.play.game import Game

DEFAULT_CASES = 10


def make_kit_cases(game: Game[Any, Any], folder: Path, seed: int) -> None:
    """Write random cases into a folder."""
    script: Any = sys.modules[game.module]
    write_cases(script.make_case, script.read_task, folder, DEFAULT_CASES, seed)


def check_kit_cases(game: Game[Any, Any], folder: Path) -> None:
    """Raise BadInput if a folder holds no readable case."""
    script: Any = sys.modules[game.module]
    find_cases(folder, script.read_task)


def grade_kit_cases(game: Game[Any, Any], folder: Path, program: GradedCommand) -> Iterator[dict[str, Any]]:
    """Grade a program on the cases of a folder. Yield number, verdict, lines, and the number of all cases."""
    script: Any = sys.modules[game.module]
    numbers = find_cases(folder, script.read_task).numbers
    cases = Cases(folder, numbers, script.read_task, program.seconds, program.confinement)
    for result in graded_cases(Submission("", tuple(program.words)), cases):
        yield {"case": result.case, "right": result.right, "lines": result.lines, "of": len(numbers)}
