"""Squares, steps and two sides' pieces, parsed from text; the reasons why a step is refused."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from common.rules.bits import cells_of
from common.rules.errors import BadInput
from common.rules.square_grid import Squares

BOARD = Squares(3, 4)
A1, A2, B1, C4 = 0, 1, 5, 13


def refusal(read: Callable[[], object]) -> str:
    """Return the message with which a text is refused."""
    with pytest.raises(BadInput) as refused:
        read()
    return str(refused.value)


@pytest.mark.parametrize("text", ["d1", "a5", "a", "11", "", "a1 a2"])
def test_unknown_square_is_refused_with_the_range(text: str) -> None:
    assert refusal(lambda: BOARD.read(text)).startswith(f"'{text}' is not a square: expected a1 to c4 ")


def test_names_are_read_as_a_set() -> None:
    assert list(cells_of(BOARD.read_names(" C4 a1  b1 "))) == [A1, B1, C4]
    assert BOARD.names(BOARD.read_names("c4 a1")) == "a1 c4"
    assert BOARD.read_names("") == 0


@pytest.mark.parametrize("text", ["a1 a2", "a1-a2", "A1a2", "a1,a2", " a1 - a2 "])
def test_step_is_read_in_every_notation(text: str) -> None:
    assert BOARD.read_step(text) == (A1, A2)
    assert BOARD.step_text((A1, A2)) == "a1 a2"


@pytest.mark.parametrize("text", ["", "a1", "a1 a2 a3", "a1a2a3"])
def test_step_needs_exactly_two_squares(text: str) -> None:
    assert "is not a move: expected two squares" in refusal(lambda: BOARD.read_step(text))


def test_distinct_squares_are_read_in_order() -> None:
    assert BOARD.read_distinct("c4, a1 b1", [A2], 3) == [C4, A1, B1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a1 b1 c4", "names 3 squares: expected at most 2"),
        ("a2", "a2 is occupied: choose another square, e.g. a1"),
        ("a1 a1", "a1 is occupied: choose another square, e.g. a3"),
        ("", "'' is not a square"),
    ],
)
def test_repeated_or_occupied_squares_are_refused(text: str, said: str) -> None:
    assert said in refusal(lambda: BOARD.read_distinct(text, [A2], 2))


def test_sides_are_read_after_their_names() -> None:
    assert BOARD.read_sides(" x a1 B1 O c4", ("X", "O")) == (1 << A1 | 1 << B1, 1 << C4)


@pytest.mark.parametrize("text", ["", "X a1", "X a1 O", "O a1 X b1", "X O a1", "Xa1 O b1"])
def test_sides_need_a_square_each(text: str) -> None:
    said = refusal(lambda: BOARD.read_sides(text, ("X", "O")))
    assert said.endswith("expected the squares of both players' pieces, e.g. 'X a1 a7 O b2 c3'")


def test_sides_leave_one_square_free() -> None:
    names = BOARD.names(BOARD.all).split()
    most = f"X {names[0]} O {' '.join(names[1:11])}"
    assert sum(side.bit_count() for side in BOARD.read_sides(most, ("X", "O"))) == 11
    full = f"X {names[0]} O {' '.join(names[1:])}"
    assert "names 11 squares: expected at most 10" in refusal(lambda: BOARD.read_sides(full, ("X", "O")))


def test_refused_piece_is_explained_with_one_that_can_move() -> None:
    pieces, targets = 1 << A1 | 1 << C4, 1 << A2
    BOARD.check_piece(pieces, targets, A1)
    assert refusal(lambda: BOARD.check_piece(pieces, targets, B1)) == (
        "No piece of yours stands at b1: choose one that can move, e.g. a1"
    )
    assert refusal(lambda: BOARD.check_piece(pieces, targets, C4)) == (
        "The piece at c4 cannot move: choose another one, e.g. a1"
    )


def test_refused_target_is_explained_with_those_in_reach() -> None:
    targets = 1 << A2 | 1 << C4
    BOARD.check_target(A1, targets, A2)
    assert re.match(
        "c4 is not beside a1: .* move to a2$", refusal(lambda: BOARD.check_target(A1, targets, C4))
    )
    assert re.match("b1 is occupied: .* move to a2$", refusal(lambda: BOARD.check_target(A1, targets, B1)))


def test_constants_of_kernels_are_stride_and_squares() -> None:
    """A stride leads from a square to the one below it."""
    assert BOARD.constants() == {"STRIDE": B1 - A1, "BOARD": sum(1 << square for square in BOARD.squares)}
