"""The characters of boards on a terminal, without their colours."""

from __future__ import annotations

import pytest

from common.show.terminal import Cell, plain_squares, rich_hexagons, rich_squares

ROWS = [[Cell("X"), Cell("O", "red", True)], [Cell("."), Cell("X")]]


def test_squares_have_equal_width_and_brackets_if_marked() -> None:
    pytest.importorskip("rich")
    assert rich_squares(ROWS, "12", "ab").plain == "    1   2 \n\na   X  [O]\n\nb   .   X "
    wide = [[Cell("X20", "", True), Cell("O7")]]
    assert rich_squares(wide, "AB", "1").plain == "     A     B  \n\n1  [X20]  O7  "


def test_plain_squares_have_no_superfluous_blanks() -> None:
    assert plain_squares(ROWS, "12", "ab") == "  1 2\na X O\nb . X"
    assert plain_squares([[Cell("X20"), Cell("O7")]], "AB", "1") == "  A   B\n1 X20 O7"


def test_hexagons_are_outlined_and_odd_rows_are_shifted() -> None:
    pytest.importorskip("rich")
    shown = rich_hexagons(ROWS).plain.splitlines()
    assert shown == ["    /0\\ /1\\", " 0 | X |[O]|", "    \\ / \\ / \\", " 1   | . | X |", "      \\ / \\ /"]
