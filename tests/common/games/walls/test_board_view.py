"""The board of Walls: text on a pipe, colours on a terminal, narrow windows, films with arrows."""

from __future__ import annotations

import re

import pytest
from rich.style import Style

from common.games.walls import board_view
from common.games.walls.board import EAST, FACINGS, FORWARD, RIGHT, WEST, PlayerState
from common.rules.position import Outcome
from common.show.style import COLOURS, WHITE
from common.show.svg import svg_groups
from common.show.terminal import CHANGED, PLAYED
from tests.support.keyboard import type_on_terminal
from walls import Position

ESCAPES = "\x1b\\[[0-9;]*m"
LOOK = board_view.WallsLook()
START = Position(3, (0, 0), (PlayerState(4, WEST), PlayerState(5, EAST)), 0)
AFTER = START.play(FORWARD)  # A leaves a brick in the centre and stands on b1


def board_of(size: int) -> Position:
    return START._replace(size=size)


def test_pipe_gets_the_plain_board(capsys: pytest.CaptureFixture[str]) -> None:
    LOOK.show(AFTER, [START])
    assert capsys.readouterr().out == ".   .   .\nA<. a   B>.\n.   .   .\n"


def test_terminal_gets_a_frame_and_brackets_at_the_last_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """The square that the player left has parentheses, one of which has no room here."""
    screen = type_on_terminal(monkeypatch)
    LOOK.show(AFTER, [START])
    assert re.sub(ESCAPES, "", screen.getvalue()).splitlines() == [
        "     1  2  3 ",
        "   +----------+",
        " a | .  .  .  |",
        " b |[A<]a )B> |",
        " c | .  .  .  |",
        "   +----------+",
    ]


def test_last_move_is_the_player_and_the_square_it_left() -> None:
    assert board_view.last_move(AFTER, [START]) == {4: CHANGED, 3: PLAYED}
    turned = AFTER.play(RIGHT)
    assert board_view.last_move(turned, [START, AFTER]) == {5: PLAYED}, "only the last move counts"
    assert board_view.last_move(START, []) == {}


def test_board_without_marks_has_no_brackets() -> None:
    assert "[" not in board_view.rich_board(AFTER).plain


@pytest.mark.parametrize(
    ("size", "columns", "wide"), [(3, 15, True), (3, 14, False), (17, 200, True), (19, 200, False)]
)
def test_squares_are_one_character_wide_if_room_is_short(
    monkeypatch: pytest.MonkeyPatch, size: int, columns: int, wide: bool
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = board_view.rich_board(board_of(size)).plain.splitlines()
    assert len(lines) == size + 3
    assert len(lines[1]) == 5 + (3 * size + 1 if wide else size) and len(lines[2]) == len(lines[1])
    assert lines[0].split() == (
        [str(number) for number in range(1, size + 1)] if wide else ["1234567890123456789"[:size]]
    )


def test_player_on_its_brick_is_not_reversed() -> None:
    """A player is reversed where it stands on no brick."""
    on_brick = AFTER._replace(bricks=(1 << 3, 0))
    styles = [
        str(span.style)
        for position in (AFTER, on_brick)
        for span in board_view.rich_board(position).spans
        if board_view.rich_board(position).plain[span.start : span.end].startswith("A")
    ]
    assert styles == [board_view.PLAYERS["A"], board_view.STYLES["a"]]


def test_film_has_bricks_players_and_captions() -> None:
    film = LOOK.film([START, AFTER], Outcome("A", "1 brick to 0", 1))
    assert film.frames[0].cells == (".", ".", ".", ".", "A<.", "B>.", ".", ".", ".")
    assert film.frames[1].cells == (".", ".", ".", "A<.", "a", "B>.", ".", ".", ".")
    assert [frame.captions for frame in film.frames] == [
        ("start", "A 0 : 0 B"),
        (f"move 1: A {FORWARD}", "A 1 : 0 B: A wins"),
    ]


def test_every_square_of_a_board_can_be_drawn() -> None:
    """A square is empty or a brick, with or without one of two players that face four ways."""
    looks = svg_groups(LOOK.film([START], None).cells)
    assert len(looks) == 3 * (1 + 2 * 4)
    assert len(set(looks.values())) == len(looks), "no two look alike"


def test_square_has_the_colours_of_brick_and_player() -> None:
    looks = svg_groups(LOOK.film([START], None).cells)
    a, b = ("#{:02x}{:02x}{:02x}".format(*colour) for colour in COLOURS)
    assert not any(colour in looks["."] for colour in (a, b))
    assert a in looks["a"] and b in looks["b"] and b not in looks["a"]
    for facing in FACINGS:
        assert a in looks[f"A{facing}."] and b not in looks[f"A{facing}."]
        assert b in looks[f"B{facing}."] and a not in looks[f"B{facing}."]


def style_at(position: Position, square: int, mover: int | None) -> Style:
    """Return the style of a square on the terminal."""
    marks = {} if mover is None else {position.players[mover].square: PLAYED}
    text = board_view.rich_board(position, marks)
    wide = len(text.plain.splitlines()[1]) == 6 + 3 * position.size
    line, column = divmod(square, position.size)
    at = sum(len(row) + 1 for row in text.plain.splitlines()[: line + 2]) + 4
    at += 1 + 3 * column if wide else column
    (span,) = (span for span in text.spans if span.start <= at < span.end)
    return Style.parse(str(span.style))


@pytest.mark.parametrize("columns", [80, 8])
@pytest.mark.parametrize("mover", [None, 0])
def test_square_of_a_piece_shows_whose_brick_it_is(
    columns: int, mover: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """White on the player's colour on its brick, the other way round on an unmarked square."""
    monkeypatch.setenv("COLUMNS", str(columns))
    square = AFTER.players[0].square
    unmarked = style_at(AFTER, square, mover)
    marked = style_at(AFTER._replace(bricks=(AFTER.bricks[0] | 1 << square, 0)), square, mover)
    assert unmarked.color and unmarked.bgcolor and marked.color and marked.bgcolor
    assert marked.bgcolor.triplet == unmarked.color.triplet == COLOURS[0]
    assert marked.color.triplet == unmarked.bgcolor.triplet == WHITE
    assert style_at(AFTER, AFTER.players[1].square, mover).color == Style.parse(board_view.PLAYERS["B"]).color
