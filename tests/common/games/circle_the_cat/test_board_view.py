"""The board of Circle the Cat: kinds of cells, marks, text on a pipe, colours on a terminal, films."""

from __future__ import annotations

import re

import pytest

from common.games.circle_the_cat import board_view
from common.games.circle_the_cat.hexagons import BOARD
from common.show.style import BLUE, INK, OCHRE, RED, WHITE
from common.show.svg import svg_groups
from game import Position, read_start
from tests.support.keyboard import type_on_terminal

ESCAPES = "\x1b\\[[0-9;]*m"
START = read_start("(5, 5)", "[(5, 4), (0, 1)]", "[(0, 0), (0, 1)]")
CAT, BLOCK, EXIT, CLOSED, FLOOR = 60, 59, 0, 1, 2
AFTER = START.play(FLOOR)
LOOK = board_view.CatLook()


def shown(capsys: pytest.CaptureFixture[str], *call: object) -> list[str]:
    """Return the letters of the top row, and those of the cat's row."""
    LOOK.show(*call)  # type: ignore[arg-type]
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 12
    return ["".join(lines[row].split()[1:]) for row in (1, 6)]


def test_cell_kinds_ignore_the_cat() -> None:
    kinds = board_view.cell_kinds(START)
    assert [kinds[cell] for cell in (CAT, BLOCK, EXIT, CLOSED, FLOOR)] == [
        "floor",
        "block",
        "exit",
        "closed",
        "floor",
    ]
    assert len(kinds) == BOARD.size and kinds.count("floor") == BOARD.size - 3
    assert set(kinds) == set(board_view.LETTERS)


def test_pipe_gets_a_letter_for_every_cell(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, START) == ["E#.........", "....XC....."]


def test_results_replace_the_letters_of_their_cells(capsys: pytest.CaptureFixture[str]) -> None:
    results = {2: True, 3: False, 4: None}
    assert shown(capsys, START, (), results) == ["E#+-?......", "....XC....."]


def test_terminal_gets_brackets_at_the_last_move(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = type_on_terminal(monkeypatch)
    LOOK.show(AFTER, [START])
    assert re.findall(r"[\[(].[\])]", re.sub(ESCAPES, "", screen.getvalue())) == ["[X]"]
    screen.truncate(0)
    LOOK.show(AFTER.play(CAT - 11), [START, AFTER])
    assert re.findall(r"[\[(].[\])]", re.sub(ESCAPES, "", screen.getvalue())) == ["[C]", "(.)"]
    screen.truncate(0)
    LOOK.show(AFTER)
    assert "[" not in re.sub(ESCAPES, "", screen.getvalue())


def test_film_marks_the_cell_just_played() -> None:
    film = LOOK.film([START, AFTER], None)
    first, second = (frame.cells for frame in film.frames)
    assert [first[cell] for cell in (CAT, FLOOR, CLOSED)] == [
        ("floor", True, False),
        ("floor", False, False),
        ("closed", False, False),
    ]
    assert [at for at in range(BOARD.size) if first[at] != second[at]] == [FLOOR]
    assert second[FLOOR] == ("block", False, True)
    assert [frame.captions for frame in film.frames] == [
        ("start", "blocks: 2"),
        ("move 1: catcher (0, 2)", "blocks: 3"),
    ]


@pytest.mark.parametrize(
    ("kind", "colours"),
    [
        (("floor", False, False), {board_view.FLOOR}),
        (("exit", False, False), {BLUE, WHITE}),
        (("block", False, False), {RED, WHITE}),
        (("closed", False, False), {BLUE, RED, WHITE}),
        (("floor", True, False), {OCHRE, WHITE, INK}),
        (("exit", True, False), {BLUE, OCHRE, WHITE, INK}),
        (("block", False, True), {INK, RED, WHITE}),
    ],
)
def test_kind_of_cell_is_drawn_in_its_colours(
    kind: tuple[str, bool, bool], colours: set[tuple[int, int, int]]
) -> None:
    look = svg_groups(LOOK.film([START], None).cells)[kind]
    wanted = {f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in colours}
    found = set(re.findall("#[0-9a-f]{6}", look))
    assert wanted <= found
    assert (f"#{'19' * 3}" in found) == (INK in colours)


def test_kinds_of_cells_look_different() -> None:
    position = Position(CAT, 1 << BLOCK, 1)
    looks = svg_groups(LOOK.film([position], None).cells)
    seen = [looks[name, False, False] for name in board_view.LETTERS]
    assert len(set(seen)) == len(seen) == 4
    assert all(looks[name, cat, False] != looks[name, cat, True] for name, cat, _ in looks if name == "floor")
