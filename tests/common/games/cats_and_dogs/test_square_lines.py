"""Rows and columns with two or three cats, compared with a count of each line."""

from __future__ import annotations

import random

import pytest

from common.games.cats_and_dogs.board import SQUARES
from common.games.cats_and_dogs.square_lines import columns, double_lines, row_counts, three_in_line
from common.rules.bits import bits_of

LINES = list(SQUARES.lines.values())
ROWS, COLUMNS = LINES[:7], LINES[7:]


def random_cats(seed: int, count: int = 400) -> list[int]:
    """Return sets of 0 to 7 cats, the first of which share a row or a column."""
    chance, found = random.Random(seed), list[int]()
    for _ in range(count):
        line = [at for at in SQUARES.squares if chance.choice(LINES) >> at & 1]
        cats = chance.sample(line, min(len(line), chance.randint(0, 3)))
        found.append(bits_of(cats + chance.sample(SQUARES.squares, chance.randint(0, 4))))
    return found


def counts(lines: list[int], cats: int) -> list[int]:
    return [(line & cats).bit_count() for line in lines]


def test_three_in_line_matches_a_count_of_each_line() -> None:
    seen = set()
    for cats in random_cats(1):
        expected = max(counts(LINES, cats)) >= 3
        assert three_in_line(cats) == expected, bin(cats)
        seen.add(expected)
    assert seen == {False, True}


@pytest.mark.parametrize("line", SQUARES.lines.values(), ids=SQUARES.lines)
def test_three_in_line_sees_every_line(line: int) -> None:
    squares = [at for at in SQUARES.squares if line >> at & 1]
    for first in range(5):
        assert three_in_line(bits_of(squares[first : first + 3]))
    assert three_in_line(bits_of([squares[0], squares[3], squares[6]]))
    assert not three_in_line(bits_of([squares[0], squares[6]]))


def test_three_cats_in_a_diagonal_are_not_in_line() -> None:
    assert not three_in_line(SQUARES.read_names("a1 b2 c3 d4 e5"))


def test_row_counts_holds_each_count_in_eight_bits() -> None:
    for cats in random_cats(2):
        assert [row_counts(cats) >> 8 * row & 0xFF for row in range(8)] == [*counts(ROWS, cats), 0]


def test_columns_are_marked_from_two_and_from_three_cats_on() -> None:
    for cats in random_cats(3):
        in_each = counts(COLUMNS, cats)
        expected = tuple(
            bits_of(at for at, count in enumerate(in_each) if count >= least) for least in (2, 3)
        )
        assert columns(cats) == expected, bin(cats)


def test_double_lines_are_whole_lines_of_two_cats() -> None:
    for cats in random_cats(4):
        if max(counts(LINES, cats)) < 3:
            rows, across = double_lines(cats)
            assert rows == sum(row for row in ROWS if (row & cats).bit_count() == 2), bin(cats)
            assert across == sum(line for line in COLUMNS if (line & cats).bit_count() == 2), bin(cats)
