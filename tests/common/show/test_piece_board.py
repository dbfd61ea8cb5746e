"""A board of squares with pieces: letters, text with the last move marked, film with changes marked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

import pytest

from common.rules.bits import bits_of
from common.rules.position import Outcome
from common.show.piece_board import PieceBoard, SquareColours
from common.show.style import COLOURS, Color
from tests.support.keyboard import type_on_terminal
from tests.support.small_board import SQUARES, START, Position, history_of

HISTORY = history_of("a2 b2", "c1 b2")
ESCAPES = "\x1b\\[[0-9;]*m"
MIDDLE = 36  # pixels from the edge of a square to its middle


def sets(position: Position) -> Mapping[str, int]:
    return {
        letter: bits_of(square for square in SQUARES.squares if position.board[square] == letter)
        for letter in "XO"
    }


BOARD: PieceBoard[Position] = PieceBoard(SQUARES, sets)


def test_letters_are_pieces_row_by_row() -> None:
    assert "".join(BOARD.letters(HISTORY[1])) == "X.X" + ".X." + "OOO"


def test_pipe_gets_a_plain_board(capsys: pytest.CaptureFixture[str]) -> None:
    BOARD.show(HISTORY[1], [START])
    assert capsys.readouterr().out == "  1 2 3\na X . X\nb . X .\nc O O O\n"


def shown_on_terminal(monkeypatch: pytest.MonkeyPatch, *history: Position) -> str:
    screen = type_on_terminal(monkeypatch)
    BOARD.show(history[-1], history[:-1])
    return screen.getvalue()


def test_terminal_gets_colours_and_brackets_at_the_last_move(monkeypatch: pytest.MonkeyPatch) -> None:
    marked = shown_on_terminal(monkeypatch, *HISTORY[:2])
    unmarked = shown_on_terminal(monkeypatch, HISTORY[1])
    rows = ["1   2   3", "", "a   X  (.)  X", "", "b   .  [X]  .", "", "c   O   O   O"]
    assert [line.strip() for line in re.sub(ESCAPES, "", marked).splitlines()] == rows
    assert "[X]" not in re.sub(ESCAPES, "", unmarked)
    assert len(re.findall(ESCAPES, unmarked)) >= 6, "six pieces have colours"


def test_all_moves_since_the_other_sides_last_are_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last move of X is not marked, but both moves of O are, as if O moved twice."""
    first = HISTORY[2]
    second = first._replace(turn="O").play(first._replace(turn="O").read_move("c2 c1"))
    shown = shown_on_terminal(monkeypatch, *HISTORY[:2], first._replace(turn="O"), second)
    rows = ["1   2   3", "", "a   X   .   X", "", "b   .  [O]  .", "", "c  [O] (.)  O"]
    assert [line.strip() for line in re.sub(ESCAPES, "", shown).splitlines()] == rows


def test_film_marks_changed_squares_only() -> None:
    film = BOARD.film(HISTORY, None)
    for frame, (before, after) in zip(film.frames[1:], pairwise(HISTORY), strict=True):
        changed = [before.board[square] != after.board[square] for square in SQUARES.squares]
        assert list(frame.cells) == list(zip(BOARD.letters(after), changed, strict=True))
    assert list(film.frames[0].cells) == [(letter, False) for letter in BOARD.letters(START)]


def test_film_ends_with_the_result() -> None:
    film = BOARD.film(HISTORY, Outcome("O", "X cannot move."))
    assert [frame.captions for frame in film.frames] == [
        ("start", ""),
        ("move 1: X a2 b2", ""),
        ("move 2: O c1 b2", "X cannot move: O wins"),
    ]
    assert BOARD.film(HISTORY, None).frames[-1].captions == ("move 2: O c1 b2", "")


def test_frames_have_the_given_captions() -> None:
    film = BOARD.frames(HISTORY, [["a"], ["b"], ["c", "d"]])
    assert [frame.captions for frame in film.frames] == [("a",), ("b",), ("c", "d")]


def near(one: Color, other: Color) -> bool:
    """Return True if two colours differ only by the rounding of a palette."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < 8


def test_picture_has_pieces_in_the_colours_of_their_sides() -> None:
    ground = SquareColours(floor=(10, 200, 10), vacated=(200, 200, 10), rim=(200, 10, 200))
    film = PieceBoard(SQUARES, sets, ground=ground).film(HISTORY, None)
    picture = film.image(1).convert("RGB")

    def colour(name: str, aside: int = MIDDLE) -> Color:
        left, top = film.places[SQUARES.squares.index(SQUARES.read(name))]
        found = picture.getpixel((left + aside, top + MIDDLE))
        assert isinstance(found, tuple)
        return found[0], found[1], found[2]

    assert near(colour("a1"), COLOURS[0]) and near(colour("c1"), COLOURS[1])
    assert near(colour("b1"), ground.floor) and near(colour("a2"), ground.vacated)


def test_moved_piece_of_a_drawing_stands_on_a_frame() -> None:
    drawn = list[str]()

    def dot(letter: str) -> None:
        drawn.append(letter)

    board = PieceBoard(
        SQUARES,
        sets,
        {"X": lambda *_: dot("X"), "O": lambda *_: dot("O")},
        ground=SquareColours(rim=(200, 10, 200)),
    )
    film = board.film(HISTORY, None)
    left, top = film.places[SQUARES.squares.index(SQUARES.read("b2"))]
    before, after = (film.image(ply).convert("RGB").getpixel((left + 2, top + MIDDLE)) for ply in (0, 1))
    assert drawn and set(drawn) == {"X", "O"}
    assert isinstance(before, tuple) and isinstance(after, tuple)
    assert near((after[0], after[1], after[2]), (200, 10, 200))
    assert not near((before[0], before[1], before[2]), (200, 10, 200))
