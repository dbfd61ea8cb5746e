"""The rules of the squirrel war: Sneak, Raid, the end, the names of squares."""

from __future__ import annotations

import pytest

from common.rules.errors import BadInput
from squirrels import SQUARES, Position

VALUES = tuple(range(1, 26))
EMPTY = "*" * 25


def position(*owned: str, turn: str = "X") -> Position:
    """Return a position; `owned` names squares after their owner, e.g. XA1."""
    board = list(EMPTY)
    for each in owned:
        board[SQUARES.index(each[1:])] = each[0]
    return Position(VALUES, "".join(board), turn)


def owners(at: Position) -> set[str]:
    return {owner + SQUARES[square] for square, owner in enumerate(at.board) if owner != "*"}


def test_any_free_square_is_a_move() -> None:
    assert [SQUARES[square] for square in position("XA1", "OE5").moves()] == [*SQUARES[1:24]]


def test_sneak_turns_no_piece() -> None:
    at = position("XA1", "OC2", "OD3")
    assert not at.is_raid(SQUARES.index("C3"))
    after = at.play(SQUARES.index("C3"))
    assert owners(after) == {"XA1", "XC3", "OC2", "OD3"} and after.turn == "O"


def test_raid_turns_the_enemies_beside_the_square() -> None:
    """Not those at a corner, nor those further away."""
    at = position("XB3", "OC2", "OD3", "OC4", "OD4", "OE3")
    assert at.is_raid(SQUARES.index("C3"))
    assert owners(at.play(SQUARES.index("C3"))) == {"XB3", "XC3", "XC2", "XD3", "XC4", "OD4", "OE3"}


def test_raid_does_not_wrap_around_the_board() -> None:
    assert not position("XE1").is_raid(SQUARES.index("A2"))


@pytest.mark.parametrize(
    ("board", "winner", "reason", "margin"),
    [
        ("X" * 25, "X", "X leads by 25", 25),
        ("O" * 25, "O", "O leads by 25", 25),
        ("X" * 12 + "O" * 13, "O", "O leads by 1", 1),
        ("X" * 12 + "O" * 12 + "*", None, "", 0),
    ],
)
def test_full_board_ends_the_game(board: str, winner: str | None, reason: str, margin: int) -> None:
    outcome = Position((1,) * 25, board, "X").outcome()
    assert (outcome and tuple(outcome)) == ((winner, reason, margin) if winner else None)


def test_equal_values_are_a_draw() -> None:
    outcome = Position((2, *[1] * 23, 3), "X" * 13 + "O" * 12, "X").outcome()
    assert outcome and tuple(outcome) == (None, "Both own the same", 0)


def test_square_names_are_read_back() -> None:
    at = position()
    assert [at.read_move(f" {at.text(square).lower()} ") for square in at.moves()] == at.moves()
    for text in ("", "F1", "A6", "A", "A1 B2"):
        with pytest.raises(BadInput, match="expected column A to E and row 1 to 5"):
            at.read_move(text)
