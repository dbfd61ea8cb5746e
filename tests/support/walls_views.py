"""Positions of Walls from other sides, and out of the kernels' states."""

from __future__ import annotations

from common.games.walls.board import NORTH, SOUTH, Walker
from common.rules.bits import bits_of, cells_of
from walls import Position


def mirrored(position: Position) -> Position:
    """The same upside down: every value stays."""
    size = position.size

    def turned(walker: Walker) -> Walker:
        facing = (2 - walker.facing) % 4 if walker.facing in (NORTH, SOUTH) else walker.facing
        return Walker(upside_down(size, walker.square), facing, walker.idle)

    a, b = (bits_of(upside_down(size, square) for square in cells_of(bricks)) for bricks in position.bricks)
    return Position(size, (a, b), (turned(position.walkers[0]), turned(position.walkers[1])), position.mover)


def upside_down(size: int, square: int) -> int:
    """The square as many rows from below as this one is from above."""
    return (size - 1 - square // size) * size + square % size


def swapped(position: Position) -> Position:
    """The same left to right, with the players' names changed."""
    size = position.size

    def across(square: int) -> int:
        return square // size * size + size - 1 - square % size

    b, a = (bits_of(across(square) for square in cells_of(bricks)) for bricks in position.bricks)
    second, first = (Walker(across(square), -facing % 4, idle) for square, facing, idle in position.walkers)
    return Position(size, (a, b), (first, second), 1 - position.mover)


def position_of(size: int, state: tuple[int, ...]) -> Position:
    """The inverse of `state_of`."""
    walkers = [Walker(word >> 6, word >> 4 & 3, word & 15) for word in state[2:4]]
    mover = state[4]
    bricks = state[0], state[1]
    return (
        Position(size, bricks, (walkers[0], walkers[1]), mover)
        if mover == 0
        else Position(size, bricks[::-1], (walkers[1], walkers[0]), mover)
    )
