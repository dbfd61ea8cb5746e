"""Positions and values for several tests of Cats & Dogs."""

from __future__ import annotations

import csv
import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

import pytest

from catsdogs import Position, read_position
from common.games.cats_and_dogs.board import SQUARES
from common.rules.bits import bits_of, cells_of
from common.search.transposition import WON
from tests.support.programs import ROOT

FULL_BOARD = "CDDDDDC/DDDDDDD/DDDDDDD/DDDCDDD/DDDDDDD/DDDDDDD/CDDDDDC"
MIDDLE = "...DDC./......D/...C.C./D..DD../.C.DD../......D/...C..."  # the dogs win in 4 moves
CATS_WIN = "....D.C/D...C../......./......C/.C.CD../......./.....D."  # in 3 moves
HOPELESS = (
    "DC..C../C....../......./.....C./......./C....../......."  # both captures bring three cats into line
)
# The dogs win; alpha-beta takes long to find that.
HARD_BOARD = "..C.DD./C.DDDDC/.DDD.CD/.DDDD.D/.DDDDDD/DDDD..D/DDD..CD"
HARD = read_position(HARD_BOARD)

with (ROOT / "tests" / "games" / "catsdogs" / "data" / "exact.tsv").open() as file:
    EXACT = list(csv.DictReader((line for line in file if line[0] != "#"), delimiter="\t"))
EACH_EXACT = pytest.mark.parametrize("row", EXACT, ids=[f"{row['board']} {row['step']}" for row in EXACT])
Row = dict[str, str]


def position_of(row: Row) -> Position:
    return read_position(row["board"], int(row["step"])).after_forced_pass()


def value_text(row: Row) -> str:
    """Return the value of a row in words."""
    count = int(row["cat moves"])
    return f"{row['winner']} wins in {count} cat move{'' if count == 1 else 's'}"


class TooManyPositions(Exception):
    """More positions than the brute force may search."""


class BruteForce:
    """Exact values by full search with the readable rules.

    A decision is one ply, and so is a pass.
    """

    def __init__(self, most: int) -> None:
        self._values: dict[Position, int] = {}
        self._max_positions = most
        self.passes = 0

    def value(self, at: Position) -> int:
        """Return the value for the side to move. Raise TooManyPositions."""
        if at not in self._values:
            if len(self._values) >= self._max_positions:
                raise TooManyPositions
            self._values[at] = self._value(at)
        return self._values[at]

    def lift_limit(self) -> None:
        """Search without a limit from now on."""
        self._max_positions = 1 << 30

    def _value(self, at: Position) -> int:
        if outcome := at.outcome():
            return WON if outcome.winner == at.turn else -WON
        return max(self._after(at, at.play(move)) for move in at.moves())

    def _after(self, at: Position, after: Position) -> int:
        value = self.value(after)
        if at.step == 1 and not after.outcome():
            return value
        if at.step == after.step == 0:
            self.passes += 1
            return one_ply_earlier(one_ply_earlier(value))
        return one_ply_earlier(value if after.turn == at.turn else -value)


def one_ply_earlier(value: int) -> int:
    """Return a value as seen one ply earlier."""
    return value - 1 if value > 0 else value + 1


def late_position(chance: random.Random) -> Position:
    """Return a random position with few dogs, after up to three random moves, at any of the three steps."""
    size = chance.choice([4, 7, 7])
    dogs = chance.choice([2, 3, 3, 4, 4, 5, 6, 7, 8, 9])
    squares = chance.sample([at for at in SQUARES.squares if max(divmod(at, 8)) < size], 5 + dogs)
    at = Position(bits_of(squares[:5]), bits_of(squares[5:]), chance.randint(0, 2)).after_forced_pass()
    for _ in range(chance.randint(0, 3)):
        if not at.outcome() and at.moves():
            at = at.play(chance.choice(at.moves()))
    return at


Solved = tuple[Position, BruteForce]


@cache
def _solved_positions(seed: int, most: int) -> tuple[random.Random, list[Solved]]:
    """Return the random numbers of a seed, and the positions solved so far: `late_positions` adds to them."""
    return random.Random(seed), []


def late_positions(count: int, most: int = 600, seed: int = 1) -> list[Solved]:
    """Return unfinished positions of all steps, solved with up to `most` positions; tests share them."""
    chance, found = _solved_positions(seed, most)
    while len(found) < count:
        at, brute = late_position(chance), BruteForce(most)
        if at.outcome() or not at.moves():
            continue
        try:
            brute.value(at)
        except TooManyPositions:
            continue
        brute.lift_limit()
        found.append((at, brute))
    return found[:count]


def transform(at: Position, change: Callable[[int, int], tuple[int, int]]) -> Position:
    def squares(found: int) -> int:
        return bits_of(
            row * 8 + column for row, column in (change(*divmod(square, 8)) for square in cells_of(found))
        )

    return Position(squares(at.cats), squares(at.dogs), at.step)


def symmetries() -> Iterator[Callable[[int, int], tuple[int, int]]]:
    """Yield the eight symmetries of the board, as functions of row and column."""

    def change(row: int, column: int, upside_down: bool, mirror: bool, diagonal: bool) -> tuple[int, int]:
        row, column = (6 - row if upside_down else row), (6 - column if mirror else column)
        return (column, row) if diagonal else (row, column)

    for flags in product((False, True), repeat=3):
        yield lambda row, column, flags=flags: change(row, column, *flags)  # type: ignore[misc]
