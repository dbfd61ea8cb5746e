"""The board of Walls and its text format: NxN squares, numbered row by row from 0.

A set of squares is an int, bit i for square i. As text a square is `.` (empty), or `a` or `b` (a brick).
A player is its letter and facing, followed by the square under it: `A<.`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from common.rules.bits import bits_of

if TYPE_CHECKING:
    from walls import Position

FORWARD = "try-forward"
LEFT = "turn-left"
RIGHT = "turn-right"
MOVES = (FORWARD, LEFT, RIGHT)
LARGEST_SIZE = 25
BRICK = 10  # worth of a brick, and of an unmarked square that a player reaches first
MOVE_LIMIT = 40  # most moves that are looked ahead for a way to an unmarked square
# "A player is stalled, by definition, if it makes 9 consecutive moves without laying a new brick"
STALL = 9

LETTERS = "AB"
FACINGS = "^>v<"
NORTH, EAST, SOUTH, WEST = range(4)
_DOWN = (-1, 0, 1, 0)
_ACROSS = (0, 1, 0, -1)
_CELL = re.compile(r"([.ab])|([AB])([\^>v<])([.ab])")
_CELL_WIDTH = 4  # characters per square


class PlayerState(NamedTuple):
    """A player's square, facing (0 north, 1 east, 2 south, 3 west) and moves since its last brick."""

    square: int
    facing: int
    idle: int = 0

    @property
    def word(self) -> int:
        """The player as one word for kernels: square << 6 | facing << 4 | idle."""
        return self.square << 6 | self.facing << 4 | self.idle


def step(size: int, square: int, facing: int) -> int | None:
    """Return the square ahead in a direction, or None off the board."""
    row = square // size + _DOWN[facing]
    column = square % size + _ACROSS[facing]
    return row * size + column if 0 <= row < size and 0 <= column < size else None


def board_cells(position: Position) -> list[str]:
    """Return the text of each square by number, one character, or three with a player: `A<.`."""
    a, b = position.bricks
    found = ["a" if a >> at & 1 else "b" if b >> at & 1 else "." for at in range(position.size**2)]
    for letter, player in zip(LETTERS, position.players, strict=True):
        found[player.square] = letter + FACINGS[player.facing] + found[player.square]
    return found


def board_text(position: Position) -> str:
    """Return the board as text, a line for each row, without a final newline."""
    cells = [cell.ljust(_CELL_WIDTH) for cell in board_cells(position)]
    rows = [cells[at : at + position.size] for at in range(0, len(cells), position.size)]
    return "\n".join("".join(row).rstrip() for row in rows)


class ParsedBoard(NamedTuple):
    """A parsed board: size, the bricks of A and B as sets of squares, both players with 0 idle moves."""

    size: int
    bricks: tuple[int, int]
    players: tuple[PlayerState, PlayerState]


def read_board(text: str) -> ParsedBoard | None:
    """Parse rows joined by `/`; return None if they are not a square board with both players.

    Return None also if a player stands on a brick of the opponent. Any size will do.
    """
    rows = text.split("/")
    size = len(rows)
    wide = _CELL_WIDTH * size
    cells = [
        row.ljust(wide)[at : at + _CELL_WIDTH].rstrip() for row in rows for at in range(0, wide, _CELL_WIDTH)
    ]
    found = [match for match in map(_CELL.fullmatch, cells) if match]
    standing = [(match[2], at, FACINGS.index(match[3])) for at, match in enumerate(found) if match[2]]
    players = sorted((letter, PlayerState(at, facing)) for letter, at, facing in standing)
    trespassing = any((match[2], match[4]) in (("A", "b"), ("B", "a")) for match in found)
    fits = len(found) == size * size and all(len(row.rstrip()) < wide for row in rows)
    if not fits or trespassing or [letter for letter, _ in players] != list(LETTERS):
        return None
    bricks = [match[1] or match[4] for match in found]
    a, b = (bits_of(at for at, brick in enumerate(bricks) if brick == letter) for letter in "ab")
    return ParsedBoard(size, (a, b), (players[0][1], players[1][1]))
