"""Starts of Circle the Cat like those of a class, and their winners."""

from __future__ import annotations

import random

from common.games.circle_the_cat.hexagons import BOARD, BORDER, START
from common.rules.bits import bits_of
from game import Position

# Of the starts 0 to 199, those that the cat wins; proven within 274,758 positions each.
WON_BY_CAT = frozenset(
    (5, 7, 8, 12, 13, 17, 21, 27, 30, 40, 52, 55, 62, 63, 65, 68, 70, 71, 73, 77, 81, 86, 88, 90, 94, 95, 98)
    + (99, 109, 112, 115, 116, 119, 121, 123, 124, 125, 126, 127, 128, 130, 140, 141, 144, 149, 152, 156)
    + (176, 179, 180, 185, 186, 190, 193, 195, 198)
)


def class_start(number: int) -> Position:
    """Return a start with 4 to 9 random blocks; every free border cell is an exit."""
    chance = random.Random(80_000 + number)
    others = [cell for cell in range(BOARD.size) if cell != START]
    return Position(START, bits_of(chance.sample(others, chance.randint(4, 9))), BORDER)
