"""Minimax and alpha-beta with their logs, on boards of four squares and more, against plain minimax."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest

from common.games.squirrels import traverse_log
from common.games.squirrels.traverse_log import INFINITY, Board, alpha_beta, minimax

Run = Callable[..., int | None]
BOTH = pytest.mark.parametrize("run", [minimax, alpha_beta])


def grid(rows: int, columns: int, values: list[int]) -> Board:
    """Return a board of rows x columns squares, A1 at the top left."""
    places = [(row, column) for row in range(rows) for column in range(columns)]
    beside = [
        [at for at, other in enumerate(places) if abs(place[0] - other[0]) + abs(place[1] - other[1]) == 1]
        for place in places
    ]
    return Board([f"{'ABCDE'[column]}{row + 1}" for row, column in places], values, beside)


FOUR = grid(2, 2, [1, 2, 4, 8])  # A1 B1 / A2 B2


def random_position(chance: random.Random) -> tuple[Board, int, int]:
    """Return a board of 3x3 squares with small values, and the squares of both sides."""
    board = grid(3, 3, [chance.randint(1, 4) for _ in range(9)])
    owners = [chance.choice("XO*") for _ in range(9)]
    mine, theirs = (sum(1 << at for at, owner in enumerate(owners) if owner == side) for side in "XO")
    return board, mine, theirs


def searched(run: Run, board: Board, mine: int, theirs: int, depth: int) -> tuple[int | None, list[str]]:
    """Return the chosen square and the lines of the log."""
    written = list[str]()
    chosen = run(board, mine, theirs, depth, written.append)
    return chosen, "".join(written).splitlines()


def value(board: Board, mine: int, theirs: int, depth: int) -> int:
    """Return the minimax value for the side to move, whose squares are `mine`."""
    free = [at for at in range(len(board.names)) if not (mine | theirs) >> at & 1]
    if not depth or not free:
        return board.total_value(mine) - board.total_value(theirs)
    return max(after_move(board, mine, theirs, square, depth) for square in free)


def after_move(board: Board, mine: int, theirs: int, square: int, depth: int) -> int:
    own, enemies, _ = board.play(mine, theirs, square)
    return -value(board, enemies, own, depth - 1)


# THE BOARD


def test_raid_turns_the_enemies_beside_it() -> None:
    a1, b1, a2, b2 = 1, 2, 4, 8
    assert FOUR.play(a1, a2, 1) == (a1 | b1, a2, 2)
    assert FOUR.play(a1, b2, 1) == (a1 | b1 | b2, 0, 2 + 2 * 8)
    assert FOUR.play(b1, a2 | b2, 0) == (b1 | a1 | a2, b2, 1 + 2 * 4)


def test_sneak_turns_nobody() -> None:
    assert FOUR.play(1, 2 | 4, 3) == (1 | 8, 2 | 4, 8)


def test_gain_is_the_change_of_the_lead() -> None:
    chance = random.Random(1)
    for _ in range(100):
        board, mine, theirs = random_position(chance)
        for square in range(9):
            if not (mine | theirs) >> square & 1:
                own, enemies, gain = board.play(mine, theirs, square)
                before = board.total_value(mine) - board.total_value(theirs)
                assert board.total_value(own) - board.total_value(enemies) == before + gain
                assert own & enemies == 0 and own | enemies == mine | theirs | 1 << square


def test_total_value_adds_the_squares_of_a_set() -> None:
    assert [FOUR.total_value(pieces) for pieces in (0, 1, 8, 5, 15)] == [0, 1, 8, 5, 15]


# THE LOGS, line by line


def test_minimax_log_of_two_free_squares() -> None:
    """X owns A1, O owns B2; B1 and A2 are free, and each of them is beside both."""
    assert searched(minimax, FOUR, 1, 8, 2) == (
        2,
        [
            "Node,Depth,Value",
            "root,0,-Infinity",
            "B1,1,Infinity",
            "A2,2,7",
            "B1,1,7",
            "root,0,7",
            "A2,1,Infinity",
            "B1,2,11",
            "A2,1,11",
            "root,0,11",
        ],
    )


def test_alpha_beta_log_shows_the_bounds() -> None:
    chosen, lines = searched(alpha_beta, FOUR, 1, 8, 1)
    assert lines == [
        "Node,Depth,Value,Alpha,Beta",
        "root,0,-Infinity,-Infinity,Infinity",
        "B1,1,11,-Infinity,Infinity",
        "root,0,11,11,Infinity",
        "A2,1,13,11,Infinity",
        "root,0,13,13,Infinity",
    ]
    assert chosen == 2


def test_cut_off_leaves_the_bounds_as_they_were() -> None:
    """After A1, which is worth 1, the first replies refute B1 and C1."""
    board = grid(1, 3, [4, 1, 3])
    _, lines = searched(alpha_beta, board, 0, 0, 2)
    assert lines == [
        "Node,Depth,Value,Alpha,Beta",
        "root,0,-Infinity,-Infinity,Infinity",
        "A1,1,Infinity,-Infinity,Infinity",
        "B1,2,3,-Infinity,Infinity",
        "A1,1,3,-Infinity,3",
        "C1,2,1,-Infinity,3",
        "A1,1,1,-Infinity,1",
        "root,0,1,1,Infinity",
        "B1,1,Infinity,1,Infinity",
        "A1,2,-3,1,Infinity",
        "B1,1,-3,1,Infinity",
        "root,0,1,1,Infinity",
        "C1,1,Infinity,1,Infinity",
        "A1,2,-1,1,Infinity",
        "C1,1,-1,1,Infinity",
        "root,0,1,1,Infinity",
    ]


@BOTH
def test_full_board_and_depth_0_log_the_root_alone(run: Run) -> None:
    bounds = ",-Infinity,Infinity" if run is alpha_beta else ""
    for mine, theirs, depth, score in ((3, 12, 4, -9), (1, 0, 0, 1)):
        chosen, lines = searched(run, FOUR, mine, theirs, depth)
        assert (chosen, lines[1:]) == (None, [f"root,0,{score}{bounds}"])


@BOTH
def test_progress_names_every_root_move(run: Run) -> None:
    named = list[str]()
    run(FOUR, 0, 0, 3, lambda lines: None, named.append)
    assert named == ["A1", "B1", "A2", "B2"]


# THE SEARCH


@BOTH
@pytest.mark.parametrize("depth", [1, 2, 3, 4, 9])
def test_value_and_choice_match_plain_minimax(run: Run, depth: int) -> None:
    chance = random.Random(depth)
    for _ in range(12):
        board, mine, theirs = random_position(chance)
        free = [at for at in range(9) if not (mine | theirs) >> at & 1]
        if len(free) > 5 or not free:
            continue
        chosen, lines = searched(run, board, mine, theirs, depth)
        values = {square: after_move(board, mine, theirs, square, depth) for square in free}
        assert chosen == max(free, key=values.__getitem__)
        assert lines[-1].split(",")[:3] == ["root", "0", str(max(values.values()))]


@BOTH
def test_log_is_a_walk_through_the_tree(run: Run) -> None:
    """Levels change by one, and a value returns to the parent, whose line follows."""
    chance = random.Random(7)
    for _ in range(6):
        board, mine, theirs = random_position(chance)
        _, lines = searched(run, board, mine, theirs, 3)
        levels = [int(line.split(",")[1]) for line in lines[1:]]
        assert levels[0] == levels[-1] == 0 and max(levels) <= 3
        assert {abs(after - before) for before, after in pairwise(levels)} <= {1}


@pytest.mark.parametrize("depth", [2, 3, 4, 5])
def test_node_whose_value_reaches_a_bound_is_left_at_once(depth: int) -> None:
    """A max node is cut off at beta, a min node at alpha, also if they are equal."""
    cut_offs = Counter[int]()
    for seed in range(3):
        board = grid(3, 3, [random.Random(seed).randint(1, 3) for _ in range(9)])
        _, lines = searched(alpha_beta, board, 1, 1 << 8, depth)
        found = [line.split(",")[1:] for line in lines[1:]]
        for (at, *numbers), (at_next, _, alpha_next, beta_next) in pairwise(found):
            level, (value, alpha, beta) = int(at), map(float, numbers)
            is_cut_off = value <= alpha if level % 2 else value >= beta
            if level < depth and abs(value) < INFINITY and is_cut_off:
                assert int(at_next) < level
                cut_offs[level] += 1
            if int(at_next) < level:
                assert float(alpha_next) <= float(beta_next)
    assert cut_offs.keys() == set(range(1, depth))


def test_alpha_beta_visits_a_part_of_the_minimax_log() -> None:
    chance, shorter = random.Random(8), 0
    for _ in range(10):
        board, mine, theirs = random_position(chance)
        whole = [line.split(",")[:2] for line in searched(minimax, board, mine, theirs, 3)[1]]
        part = [line.split(",")[:2] for line in searched(alpha_beta, board, mine, theirs, 3)[1]]
        rest = iter(whole)
        assert all(line in rest for line in part)
        shorter += len(part) < len(whole)
    assert shorter > 1


@BOTH
def test_small_caches_and_buffers_change_no_byte(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    values = [9, 8, 7, 6, 5, 4, 3, 2, 1]
    whole = searched(run, grid(3, 3, values), 0, 0, 4)
    monkeypatch.setattr(traverse_log, "CACHE_CHARACTERS", 100)
    monkeypatch.setattr(traverse_log, "MAX_TEXTS", 2)
    monkeypatch.setattr(traverse_log, "BUFFERED_LINES", 5)
    assert searched(run, grid(3, 3, values), 0, 0, 4) == whole


def test_long_alpha_beta_log_is_written_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traverse_log, "BUFFERED_LINES", 50)
    parts = list[str]()
    alpha_beta(grid(3, 3, [1] * 9), 0, 0, 4, parts.append)
    assert len(parts) > 3 and parts[0].startswith("Node,Depth,Value,Alpha,Beta\nroot,0,-Infinity")


def test_infinity_is_above_every_score() -> None:
    board = Board([str(at) for at in range(25)], [1_000_000] * 25, [[] for _ in range(25)])
    assert board.total_value((1 << 25) - 1) < INFINITY
    assert (board.text[INFINITY], board.text[-INFINITY], board.text[-7]) == ("Infinity", "-Infinity", "-7")
