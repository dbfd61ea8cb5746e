"""Mirror images of Walls positions, positions from kernel states, nearly full boards."""

from __future__ import annotations

import random

from common.games.walls.board import NORTH, SOUTH, PlayerState
from common.rules.bits import bits_of, cells_of
from walls import Position


def upside_down_position(position: Position) -> Position:
    """Turn a position upside down; its value stays the same."""
    size = position.size

    def turned(player: PlayerState) -> PlayerState:
        facing = (2 - player.facing) % 4 if player.facing in (NORTH, SOUTH) else player.facing
        return PlayerState(upside_down(size, player.square), facing, player.idle)

    a, b = (bits_of(upside_down(size, square) for square in cells_of(bricks)) for bricks in position.bricks)
    return Position(size, (a, b), (turned(position.players[0]), turned(position.players[1])), position.mover)


def upside_down(size: int, square: int) -> int:
    """Return the square in the mirrored row."""
    return (size - 1 - square // size) * size + square % size


def mirror_and_swap(position: Position) -> Position:
    """Mirror a position left to right and swap the players."""
    size = position.size

    def across(square: int) -> int:
        return square // size * size + size - 1 - square % size

    b, a = (bits_of(across(square) for square in cells_of(bricks)) for bricks in position.bricks)
    second, first = (
        PlayerState(across(square), -facing % 4, idle) for square, facing, idle in position.players
    )
    return Position(size, (a, b), (first, second), 1 - position.mover)


def position_of(size: int, state: tuple[int, ...]) -> Position:
    """Return the position of a kernel state: the inverse of `state_of`."""
    players = [PlayerState(word >> 6, word >> 4 & 3, word & 15) for word in state[2:4]]
    mover = state[4]
    bricks = state[0], state[1]
    return (
        Position(size, bricks, (players[0], players[1]), mover)
        if mover == 0
        else Position(size, bricks[::-1], (players[1], players[0]), mover)
    )


def nearly_full(chance: random.Random, size: int) -> Position:
    """Return a board with a block of four unmarked squares; both players in it, with few idle moves left."""
    corner = chance.choice([row * size + column for row in range(size - 1) for column in range(size - 1)])
    area = [corner, corner + 1, corner + size, corner + size + 1]
    squares = chance.sample(area, 2)
    bricks = [None if square in squares else chance.choice((0, 1)) for square in range(size * size)]
    a, b = (bits_of(square for square, owner in enumerate(bricks) if owner == side) for side in (0, 1))
    first, second = (
        PlayerState(square, chance.randint(0, 3), chance.choice((5, 6, 7))) for square in squares
    )
    return Position(size, (a, b), (first, second), chance.randint(0, 1))
