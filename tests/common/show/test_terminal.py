"""The characters of boards on a terminal, without their colours."""

from __future__ import annotations

import pytest

from common.show.terminal import (
    CHANGED,
    PLAYED,
    Cell,
    add_joined,
    compact_hexagons,
    plain_squares,
    rich_hexagons,
    rich_squares,
)

ROWS = [[Cell("X"), Cell("O", "red", PLAYED)], [Cell(".", "", CHANGED), Cell("X")]]


def test_squares_have_equal_width_and_brackets_if_marked() -> None:
    pytest.importorskip("rich")
    assert rich_squares(ROWS, "12", "ab").plain == "    1   2 \n\na   X  [O]\n\nb  (.)  X "
    wide = [[Cell("X20", "", PLAYED), Cell("O7")]]
    assert rich_squares(wide, "AB", "1").plain == "     A     B  \n\n1  [X20]  O7  "


def test_plain_squares_have_no_superfluous_blanks() -> None:
    assert plain_squares(ROWS, "12", "ab") == "  1 2\na X O\nb . X"
    assert plain_squares([[Cell("X20"), Cell("O7")]], "AB", "1") == "  A   B\n1 X20 O7"


def test_hexagons_are_outlined_and_odd_rows_are_shifted() -> None:
    pytest.importorskip("rich")
    shown = rich_hexagons(ROWS).plain.splitlines()
    assert shown == ["    /0\\ /1\\", " 0 | X |[O]|", "    \\ / \\ / \\", " 1   |(.)| X |", "      \\ / \\ /"]


@pytest.mark.parametrize(
    ("marks", "shown"),
    [
        (("", PLAYED, ""), " X[O]. "),
        (("", PLAYED, CHANGED), " X[O].)"),
        ((CHANGED, PLAYED, ""), "(X[O]. "),
        ((CHANGED, CHANGED, ""), "(X(O). "),
        (("", "", ""), " X O . "),
    ],
)
def test_neighbours_share_a_bracket_and_that_of_the_played_cell_stays(
    marks: tuple[str, ...], shown: str
) -> None:
    pytest.importorskip("rich")
    row = [Cell(letter, "", mark) for letter, mark in zip("XO.", marks, strict=True)]
    assert compact_hexagons([row]).plain.splitlines()[1] == f" 0{shown}".rstrip("\n")


def test_joined_cells_are_underlined_if_marked() -> None:
    """Underlines are shown without colours, too."""
    text = pytest.importorskip("rich.text").Text()
    add_joined(text, [Cell("X", "red", PLAYED), Cell("O", "red", CHANGED), Cell(".", "red")])
    styles = [str(span.style) for span in text.spans]
    assert text.plain == "XO." and ["underline" in style for style in styles] == [True, True, False]
    assert ["red" in style for style in styles] == [True, True, True]
