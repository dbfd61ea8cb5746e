"""Lists of moves, folded by origin and set in columns."""

from __future__ import annotations

import pytest

from common.play.move_list import fold_moves

GROUPS = [("a1", "a2"), ("b3", "b4"), ("a1", "b1"), ("c7", "d7")]


@pytest.mark.parametrize(
    ("columns", "lines"),
    [
        ("80", "a1: a2 b1   b3: b4      c7: d7"),
        ("30", "a1: a2 b1   b3: b4\nc7: d7"),
        ("9", "a1: a2 b1\nb3: b4\nc7: d7"),
        ("5", "a1: a2 b1\nb3: b4\nc7: d7"),
    ],
)
def test_groups_stand_in_columns_of_the_window(
    monkeypatch: pytest.MonkeyPatch, columns: str, lines: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert fold_moves(GROUPS) == lines
