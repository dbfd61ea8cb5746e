"""The board of Squirrels: owner and value of each square, brackets, films with the square just taken."""

from __future__ import annotations

import re

import pytest

from common.games.squirrels import board_view
from common.rules.position import Outcome
from common.show.style import INK
from common.show.svg import svg_groups
from squirrels import LOOK, Position
from tests.support.keyboard import type_on_terminal

ESCAPES = "\x1b\\[[0-9;]*m"
VALUES = tuple(range(1, 26))
START = Position(VALUES, "**O" + "*" * 22, "X")
SNEAK = Position(VALUES, "X*O" + "*" * 22, "O")  # X takes A1
RAID = Position(VALUES, "OOO" + "*" * 22, "X")  # O takes B1 and turns A1


def test_pipe_gets_owner_and_value_in_two_digits(capsys: pytest.CaptureFixture[str]) -> None:
    LOOK.show(SNEAK)
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["  A   B   C   D   E", "1 X01 *02 O03 *04 *05", "2 *06 *07 *08 *09 *10"]
    assert len(lines) == 6


def test_large_values_have_no_leading_zeros(capsys: pytest.CaptureFixture[str]) -> None:
    LOOK.show(START._replace(values=(100, *VALUES[1:])))
    assert capsys.readouterr().out.splitlines()[1].split() == ["1", "*100", "*2", "O3", "*4", "*5"]


@pytest.mark.parametrize(
    ("earlier", "position", "marks"),
    [([START], SNEAK, ["[X01]"]), ([START, SNEAK], RAID, ["(O01)", "[O02]"]), ([], SNEAK, [])],
)
def test_terminal_gets_brackets_at_the_square_taken_and_those_turned(
    earlier: list[Position], position: Position, marks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = type_on_terminal(monkeypatch)
    LOOK.show(position, earlier)
    assert re.findall(r"[\[(].*?[\])]", re.sub(ESCAPES, "", screen.getvalue())) == marks


def test_film_marks_the_square_taken_not_those_turned() -> None:
    film = LOOK.film([START, SNEAK, RAID], None)
    marks = {(owner, True) for owner in board_view.BACKGROUNDS}
    marked = [[at for at, cell in enumerate(frame.cells) if cell in marks] for frame in film.frames]
    assert marked == [[], [0], [1]]
    assert film.frames[2].cells[:4] == (("O", False), ("O", True), ("O", False), ("*", False))


def test_film_has_values_and_captions_and_ends_with_the_result() -> None:
    film = LOOK.film([START, SNEAK], Outcome("O", "O leads by 2", 2))
    assert list(film.values) == [str(value) for value in VALUES]
    assert [frame.captions for frame in film.frames] == [
        ("start", "X 0 : 3 O"),
        ("move 1: X A1", "X 1 : 3 O: O wins"),
    ]
    assert sorted(film.labels.values()) == sorted(board_view.COLUMNS + board_view.ROWS)


def test_squares_have_a_cross_or_a_ring_in_their_colour() -> None:
    looks = svg_groups(LOOK.film([START], None).cells)
    colours = {owner: "#{:02x}{:02x}{:02x}".format(*rgb) for owner, rgb in board_view.BACKGROUNDS.items()}
    assert set(looks) == {(owner, marked) for owner in "XO*" for marked in (False, True)}
    for owner, other in (("X", "O"), ("O", "X"), ("*", "X")):
        assert colours[owner] in looks[owner, False] and colours[other] not in looks[owner, False]
    assert "ellipse" in looks["O", False] and "ellipse" not in looks["X", False] + looks["*", False]
    shapes = {owner: looks[owner, False].count("<") for owner in "X*"}
    assert shapes["X"] > shapes["*"], "a free square has neither cross nor ring"


@pytest.mark.parametrize("owner", "XO*")
def test_square_just_played_has_a_dark_rim(owner: str) -> None:
    looks = svg_groups(LOOK.film([START], None).cells)
    dark = "#{:02x}{:02x}{:02x}".format(*INK)
    assert dark in looks[owner, True] and dark not in looks[owner, False]
