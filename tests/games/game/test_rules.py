"""The rules of Circle the Cat, sentence by sentence of the assignment."""

from __future__ import annotations

import random

import pytest

from common.games.circle_the_cat.hexagons import BOARD, DIRECTIONS, START, random_blocks
from common.rules.bits import bits_of
from common.rules.errors import BadInput
from game import GAME, Position
from tests.support.cat_starts import set_start
from tests.support.game_cases import random_position
from tests.support.perft import perft
from tests.support.play import replay

MIDDLE = 60  # (5, 5)


def at(row: int, column: int) -> int:
    return row * 11 + column


@pytest.mark.parametrize(
    ("cell", "neighbours"),
    [
        ((5, 5), [(4, 5), (4, 6), (5, 4), (5, 6), (6, 5), (6, 6)]),
        ((4, 5), [(3, 4), (3, 5), (4, 4), (4, 6), (5, 4), (5, 5)]),
        ((0, 0), [None, None, None, (0, 1), None, (1, 0)]),
        ((5, 10), [(4, 10), None, (5, 9), None, (6, 10), None]),
        ((10, 10), [(9, 9), (9, 10), (10, 9), None, None, None]),
    ],
)
def test_neighbours_follow_the_order_of_directions(
    cell: tuple[int, int], neighbours: list[tuple[int, int] | None]
) -> None:
    assert BOARD.neighbours[at(*cell)] == tuple(near and at(*near) for near in neighbours)


def test_neighbours_are_mutual() -> None:
    for cell in range(BOARD.size):
        for number, near in enumerate(BOARD.neighbours[cell]):
            assert near is None or BOARD.neighbours[near][5 - number] == cell


def test_catcher_moves_first_and_sides_alternate() -> None:
    start = Position(MIDDLE, 0, 0)
    assert [start.turn, start.play(0).turn, start.play(0).play(at(5, 6)).turn] == [
        "catcher",
        "cat",
        "catcher",
    ]


def test_catcher_may_block_any_free_cell_without_the_cat() -> None:
    start = Position(MIDDLE, bits_of([0, 7]), bits_of([1]))
    assert start.moves() == [cell for cell in range(121) if cell not in (0, 7, MIDDLE)]


def test_cat_steps_to_free_neighbours_only() -> None:
    position = Position(MIDDLE, bits_of([at(4, 5), at(6, 6)]), 0, "cat")
    assert position.moves() == [at(4, 6), at(5, 4), at(5, 6), at(6, 5)]


def test_cat_does_not_leave_the_board() -> None:
    assert Position(0, 0, 0, "cat").moves() == [1, at(1, 0)]


def test_cat_on_an_open_exit_wins() -> None:
    outcome = Position(MIDDLE, 0, bits_of([MIDDLE])).outcome()
    assert outcome and (outcome.winner, outcome.reason) == ("cat", "Cat runs away")


def test_blocked_exit_is_closed() -> None:
    start = Position(at(0, 1), 0, bits_of([0]))
    assert 0 in start.moves()
    after = start.play(0)
    assert 0 not in after.moves()
    assert after.outcome() is None


def test_cat_without_a_step_is_caught_on_either_turn() -> None:
    around = bits_of(BOARD.steps(MIDDLE, BOARD.all))
    for turn in ("cat", "catcher"):
        outcome = Position(MIDDLE, around, 0, turn).outcome()
        assert outcome and (outcome.winner, outcome.reason) == ("catcher", "Cat did not move and got caught")


def test_game_continues_while_the_cat_can_move() -> None:
    assert Position(MIDDLE, bits_of(BOARD.steps(MIDDLE, BOARD.all)[1:]), 0, "cat").outcome() is None


def test_game_takes_at_most_120_blocks() -> None:
    for seed in range(20):
        chance = random.Random(seed)
        position, blocks = Position(MIDDLE, 0, 0), 0
        while not position.outcome():
            blocks += position.turn == "catcher"
            position = position.play(chance.choice(position.moves()))
        assert blocks <= 120


def test_moves_round_trip_as_text() -> None:
    chance = random.Random(3)
    for _ in range(200):
        position = random_position(chance)._replace(turn=chance.choice(["cat", "catcher"]))
        assert [position.read_move(position.text(move)) for move in position.moves()] == position.moves()


@pytest.mark.parametrize(
    ("portuguese", "english"), list(zip(["NO", "NE", "O", "L", "SO", "SE"], DIRECTIONS, strict=True))
)
def test_portuguese_directions_are_read(portuguese: str, english: str) -> None:
    position = Position(MIDDLE, 0, 0, "cat")
    assert position.read_move(portuguese) == position.read_move(english.lower())


def test_board_is_symmetric_up_and_down() -> None:
    def mirror(cell: int) -> int:
        return at(10 - cell // 11, cell % 11)

    for cell in range(BOARD.size):
        assert {mirror(near) for near in BOARD.steps(cell, BOARD.all)} == set(
            BOARD.steps(mirror(cell), BOARD.all)
        )


def test_perft_of_a_small_pocket() -> None:
    """Two more cells are free: one is blocked, the cat steps to the other, its old cell is blocked."""
    free = bits_of([MIDDLE, at(5, 6), at(5, 7)])
    start = Position(MIDDLE, BOARD.all & ~free, 0)
    assert [perft(start, plies) for plies in range(4)] == [1, 2, 1, 1]


def test_record_with_an_illegal_move_is_refused() -> None:
    with pytest.raises(BadInput, match="Move 2 is illegal: 'NW'"):
        list(replay(Position(0, 0, 0), ["(5, 5)", "NW"]))


@pytest.mark.parametrize(
    ("blocks", "exits", "standing"),
    [
        ([], [at(5, 6)], "1 step to the nearest exit"),
        ([], [at(0, 0), at(5, 8)], "3 steps to the nearest exit"),
        ([at(0, 0)], [at(0, 0)], "no way out"),
        ([], [], "no way out"),
    ],
)
def test_status_counts_steps_to_an_open_exit(blocks: list[int], exits: list[int], standing: str) -> None:
    assert GAME.status(Position(MIDDLE, bits_of(blocks), bits_of(exits))) == standing


def test_random_blocks_spare_the_cat() -> None:
    assert random_blocks(120, 1) == BOARD.all & ~(1 << START)
    assert random_blocks(8, 1) == random_blocks(8, 1) != random_blocks(8, 2)


def test_too_many_blocks_are_refused() -> None:
    with pytest.raises(BadInput, match="--blocks 121: expected a number from 0 to 120"):
        random_blocks(121, 1)


@pytest.mark.parametrize("number", [0, 7])
def test_openings_of_matches_are_the_starts_of_r10(number: int) -> None:
    assert GAME.opening(number) == set_start("R10", number)
