"""The sets of starts by which tests and benchmarks measure players of Circle the Cat."""

from __future__ import annotations

import random

from common.games.circle_the_cat.hexagons import BOARD, BORDER, START
from common.games.circle_the_cat.simple_players import SIMPLE_PLAYERS
from common.rules.bits import bits_of, cells_of
from game import Position

CELLS = [cell for cell in range(BOARD.size) if cell != START]
SETS = ("C", "R5", "R10", "R15", "E")


def simple_players(side: str) -> list[str]:
    """Return the names of the players of a side that prove nothing."""
    return [name for name, kind in SIMPLE_PLAYERS.items() if side in (kind.sides or (side,))]


def set_start(name: str, number: int) -> Position:
    """Return start `number` of a set, e.g. R10; the catcher is to move.

    R5, R10, R15: this many random blocks, and exits on the free border cells. C: as in class, 5 to 7 blocks,
    and exits on all border cells, blocked or not. E: 8 blocks and four free exits on the border.
    """
    if name == "C":
        chance = random.Random(70_000 + number)
        return Position(START, bits_of(chance.sample(CELLS, chance.choice([5, 6, 7]))), BORDER)
    if name == "E":
        chance = random.Random(90_000 + number)
        blocks = bits_of(chance.sample(CELLS, 8))
        return Position(START, blocks, bits_of(chance.sample(list(cells_of(BORDER & ~blocks)), 4)))
    count = int(name.removeprefix("R"))
    blocks = bits_of(random.Random(count * 1000 + number).sample(CELLS, count))
    return Position(START, blocks, BORDER & ~blocks)
