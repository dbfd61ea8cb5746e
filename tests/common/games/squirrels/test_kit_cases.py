"""The cases of a kit: made for it, and graded one by one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import squirrels
from common.games.squirrels.kit_cases import (
    DEFAULT_CASES,
    check_kit_cases,
    grade_kit_cases,
    make_kit_cases,
)
from common.judge.kit.grading import GradedCommand
from common.programs.confinement import Confinement
from common.rules.errors import BadInput
from tests.support.hostile_class import LOOKUP_PROGRAM
from tests.support.programs import on_unix

GAME = squirrels.GAME


def test_cases_are_made_alike_by_their_seed(tmp_path: Path) -> None:
    for name, seed in (("one", 3), ("same", 3), ("other", 4)):
        make_kit_cases(GAME, tmp_path / name, seed)
    texts = {
        name: [path.read_text() for path in sorted((tmp_path / name).glob("input_*.txt"))]
        for name in ("one", "same", "other")
    }
    assert len(texts["one"]) == DEFAULT_CASES
    assert texts["one"] == texts["same"] != texts["other"]
    check_kit_cases(GAME, tmp_path / "one")
    with pytest.raises(BadInput, match="expected a folder with input_1"):
        check_kit_cases(GAME, tmp_path)


@on_unix
def test_program_is_graded_case_by_case(tmp_path: Path, bare: None) -> None:
    """It looks up the answers of all cases but the last."""
    cases = tmp_path / "cases"
    make_kit_cases(GAME, cases, 3)
    known = {
        (cases / f"input_{number}.txt").read_text(): {
            path.name: path.read_text() for path in (cases / str(number)).iterdir()
        }
        for number in range(1, DEFAULT_CASES)
    }
    (tmp_path / "bot.py").write_text(LOOKUP_PROGRAM.format(answers=known), encoding="utf-8")
    program = GradedCommand([sys.executable, str(tmp_path / "bot.py")], 30, Confinement(sandboxed=False))
    results = list(grade_kit_cases(GAME, cases, program))
    assert [result["right"] for result in results] == [True] * (DEFAULT_CASES - 1) + [False]
    assert {result["of"] for result in results} == {DEFAULT_CASES}
    assert all(result["lines"] for result in results)
