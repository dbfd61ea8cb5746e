"""Square boards and sets of squares, compared with rows and columns."""

from __future__ import annotations

import random

import pytest

from common.kernels.linked_kernels import LinkedKernels
from common.rules import square_grid
from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput
from common.rules.square_grid import NO_STEP, Squares, step_of

BOARDS = [(1, 1), (1, 4), (3, 3), (5, 4), (7, 7)]  # rows, columns


def apart(one: tuple[int, int], other: tuple[int, int]) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


@pytest.mark.parametrize(("rows", "columns"), BOARDS)
def test_board_neighbours_names_and_lines_agree_with_rows_and_columns(rows: int, columns: int) -> None:
    board = Squares(rows, columns)
    places = {square: divmod(square, columns + 1) for square in board.squares}
    assert sorted(places.values()) == [(row, column) for row in range(rows) for column in range(columns)]
    assert board.all == bits_of(board.squares)
    for square, (row, column) in places.items():
        assert set(cells_of(board.near[square])) == {
            other for other, place in places.items() if apart(place, (row, column)) == 1
        }
        name = "abcdefg"[row] + str(column + 1)
        assert (board.name(square), board.read(name), board.read(f" {name.upper()} ")) == (
            name,
            square,
            square,
        )
        assert set(cells_of(board.lines[f"row {name[0]}"])) == {
            other for other in places if places[other][0] == row
        }
        assert set(cells_of(board.lines[f"column {name[1]}"])) == {
            other for other in places if places[other][1] == column
        }


@pytest.mark.parametrize("text", ["", "a0", "a8", "h1", "aa", "a11", "1a", "a-1"])
def test_read_refuses_a_bad_square_and_names_the_last_one(text: str) -> None:
    with pytest.raises(BadInput, match="is not a square: expected a1 to g7"):
        Squares(7, 7).read(text)


def test_names_and_read_names_are_inverses() -> None:
    board = Squares(7, 7)
    assert board.names(board.read_names("g7 a1 c4")) == "a1 c4 g7"


def test_step_kernel_gives_every_step_in_order() -> None:
    board, chance = Squares(5, 6), random.Random(4)
    kernels = LinkedKernels("steps", vars(square_grid), {"STRIDE": board.stride}, records={}).plain
    for _ in range(200):
        squares = chance.sample(board.squares, chance.randrange(2, 30))
        half = chance.randrange(1, len(squares))
        movers, targets = squares[:half], squares[half:]
        wanted = [
            (one, other)
            for one in sorted(movers)
            for other in sorted(targets)
            if board.near[one] >> other & 1
        ]
        found, step = [], NO_STEP
        while (step := int(kernels.next_step(bits_of(movers), bits_of(targets), step))) != NO_STEP:
            found.append(step_of(step))
        assert found == wanted


def test_set_holds_its_cells_once_in_ascending_order() -> None:
    assert bits_of([5, 0, 5, 63, 120]) == 1 << 120 | 1 << 63 | 1 << 5 | 1
    assert list(cells_of(1 << 120 | 1 << 63 | 1 << 5 | 1)) == [0, 5, 63, 120]
    assert list(cells_of(0)) == []


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("a2", "a2 is occupied: the piece can move to b1"),
        ("c3", "c3 is not beside a1: the piece can move to b1"),
    ],
)
def test_wrong_target_is_refused_with_its_reason(target: str, said: str) -> None:
    board = Squares(3, 3)
    empty = board.all & ~bits_of([board.read("a1"), board.read("a2")])
    board.check_target(board.read("a1"), empty, board.read("b1"))
    with pytest.raises(BadInput) as refused:
        board.check_target(board.read("a1"), empty, board.read(target))
    assert str(refused.value) == said
