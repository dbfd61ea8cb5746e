"""Mirror images of Walls positions, and positions from kernel states."""

from __future__ import annotations

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
