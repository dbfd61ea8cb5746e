"""Malformed arguments: one line that quotes them, exit status 2, no file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import game
from common.cli.console import run_guarded
from common.rules.errors import BadInput
from tests.support.programs import ROOT

GOOD = ("[5, 5]", "[(1, 1)]", "[(0, 0)]")
BAD_CELLS = ["", "[5]", "[5, 5] [5, 5]", "[-1, 5]", "[5, 11]", "[11, 0]", "[5, int('5')]", "(" * 3000]
BAD_LISTS = ["", "[1, 1]", "[(1, 1) (2, 2)]", "[(0, 11)]", "None"]


def refused(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> str:
    assert run_guarded(lambda: game.main(list(arguments))) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert len(printed.err) < 400
    return printed.err


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("cell", BAD_CELLS)
def test_malformed_cat_is_refused(cell: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "CAT" in refused((cell, *GOOD[1:]), capsys)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["BLOCKS", "EXITS"])
@pytest.mark.parametrize("cells", BAD_LISTS)
def test_malformed_list_is_refused(
    cells: str, name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = (GOOD[0], cells, GOOD[2]) if name == "BLOCKS" else (*GOOD[:2], cells)
    assert name in refused(arguments, capsys)
    assert list(tmp_path.iterdir()) == []


def test_cells_are_counted_row_by_row() -> None:
    assert game.read_cell("[5, 6]", "CAT") == 61
    assert game.read_cells("[(0, 10), (10, 0)]", "BLOCKS") == [10, 110]


@pytest.mark.parametrize("read", [game.read_cell, game.read_cells])
@given(text=st.text())
def test_any_text_is_read_or_refused_cleanly(read: Callable[[str, str], object], text: str) -> None:
    try:
        read(text, "CAT")
    except BadInput as problem:
        assert "\n" not in str(problem)


def test_no_code_calls_eval() -> None:
    for path in [*ROOT.glob("*.py"), *(ROOT / "common").rglob("*.py")]:
        assert not re.search(r"\beval\(", path.read_text(encoding="utf-8")), path


def test_first_bad_argument_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_guarded(lambda: game.main(["x", "y", "z"])) == 2
    assert capsys.readouterr().err.startswith("CAT 'x'")
    assert run_guarded(lambda: game.main(["[5, 5]", "y", "z"])) == 2
    assert capsys.readouterr().err.startswith("BLOCKS 'y'")
