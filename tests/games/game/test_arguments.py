"""Malformed arguments: one line that quotes them, exit status 2, no file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import game
from common.command.cli import run_guarded
from common.rules.errors import BadInput
from tests.support.programs import ROOT

GOOD = ("[5, 5]", "[(1, 1)]", "[(0, 0)]")
BAD_CELLS = [
    "", " ", "5, 5", "[5]", "[5, 5, 5]", "[]", "()", "[5; 5]", "[5, 5", "5, 5]", "(5, 5]", "[(5, 5)",
    "[5,, 5]", "[,5, 5]", "[5 5]", "[5.0, 5]", "[5., 5]", "[True, 5]", "[None, 5]", "['5', 5]", "[0x5, 5]",
    "[5_0, 5]", "[1e1, 5]", "[5j, 5]", "{5, 5}", "[-1, 5]", "[5, 11]", "[11, 0]", "[99999, 5]",
    "[5, 5] # cat", "[5, 5] [5, 5]", "[+5, 5]", "[5, 5]]", "cat", "[[5, 5]]",
    "__import__('os').system('touch pwned')", "[5, int('5')]", "[\u0665, 5]", "\x00", "(" * 3000, "[" * 30000,
    "[" + "1" * 5000 + ", 5]",
]  # fmt: skip
BAD_LISTS = [
    "", "1", "[1, 1]", "(1, 1)", "[(1, 1)", "[(1, 1) (2, 2)]", "[(1, 1),, (2, 2)]", "[(1)]", "[(1, 1, 1)]",
    "[(1, 1.5)]", "[(0, 11)]", "{(1, 1)}", "[[[1, 1]]]", "None", "[(1, 1); (2, 2)]",
]  # fmt: skip


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


@pytest.mark.parametrize("text", ["[5,5]", "(5,5)", " [ 5 , 5 ] ", "[5, 5,]", "(5,5,)", "[05, 5]"])
def test_cell_accepts_either_bracket_blanks_and_trailing_comma(text: str) -> None:
    assert game.read_cell(text, "CAT") == 60


@pytest.mark.parametrize(
    "text", ["[(1,1),(2,2)]", "([1, 1], (2, 2),)", "[(1,1),(1,1),(2,2)]", "  ( (1,1) , [2,2] ) "]
)
def test_list_accepts_either_bracket_and_duplicates(text: str) -> None:
    assert set(game.read_cells(text, "BLOCKS")) == {12, 24}


@pytest.mark.parametrize("read", [game.read_cell, game.read_cells])
@given(text=st.text())
def test_any_text_is_read_or_refused_cleanly(read: Callable[[str, str], object], text: str) -> None:
    try:
        read(text, "CAT")
    except BadInput as problem:
        assert "\n" not in str(problem)


@given(
    st.lists(st.tuples(st.integers(0, 10), st.integers(0, 10))),
    st.sampled_from([str, repr, lambda cells: str(tuple(map(list, cells)))]),
)
def test_lists_printed_by_python_are_read(cells: list[tuple[int, int]], spell: object) -> None:
    assert game.read_cells(spell(cells), "BLOCKS") == [row * 11 + column for row, column in cells]  # type: ignore[operator]


def test_no_code_calls_eval() -> None:
    for path in [*ROOT.glob("*.py"), *(ROOT / "common").rglob("*.py")]:
        assert not re.search(r"\beval\(", path.read_text(encoding="utf-8")), path


def test_first_bad_argument_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_guarded(lambda: game.main(["x", "y", "z"])) == 2
    assert capsys.readouterr().err.startswith("CAT 'x'")
    assert run_guarded(lambda: game.main(["[5, 5]", "y", "z"])) == 2
    assert capsys.readouterr().err.startswith("BLOCKS 'y'")
