"""Random positions of the squirrel war, and their values by brute force."""

from __future__ import annotations

import random
from functools import cache

import squirrels
from squirrels import Position


def random_position(chance: random.Random, free: int, most: int = 99) -> Position:
    """Return a random position with some free squares."""
    board = ["*"] * free + [chance.choice("XO") for _ in range(25 - free)]
    chance.shuffle(board)
    return Position(tuple(chance.randint(1, most) for _ in board), "".join(board), chance.choice("XO"))


@cache
def brute_force(position: Position) -> int:
    """Return the final lead of the side to move, by the readable rules alone."""
    if not position.moves():
        return squirrels.evaluate(position, position.turn)
    return max(-brute_force(position.play(square)) for square in position.moves())
