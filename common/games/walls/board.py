"""The board of Walls: NxN squares, numbered row by row from 0, bricks and players; and the board as text.

A set of squares is an int, bit i for square i. As text a square is `.`, `a` or `b`: empty or a brick of A or B. A player is
its letter and facing, followed by what lies under it: `A<.`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from common.rules.bits import bits_of

LETTERS, FACINGS = "AB", "^>v<"
NORTH, EAST, SOUTH, WEST = range(4)
_DOWN, _ACROSS = (-1, 0, 1, 0), (0, 1, 0, -1)
_CELL = re.compile(r"([.ab])|([AB])([\^>v<])([.ab])")
_WIDE = 4  # signs from a cell to the next one


class PlayerState(NamedTuple):
    """A player: its square, its facing (0 north ... 3 west), its own moves since its last brick."""

    square: int
    facing: int
    idle: int = 0

    @property
    def word(self) -> int:
        """The player as kernels take it."""
        return self.square << 6 | self.facing << 4 | self.idle


def step(size: int, square: int, facing: int) -> int | None:
    """The square ahead; None off the board."""
    row, column = square // size + _DOWN[facing], square % size + _ACROSS[facing]
    return row * size + column if 0 <= row < size and 0 <= column < size else None


class Board(NamedTuple):
    """The side of the board, the bricks of both players as sets, both players."""

    size: int
    bricks: tuple[int, int]
    players: tuple[PlayerState, PlayerState]

    def cells(self) -> list[str]:
        """What is on each square."""
        a, b = self.bricks
        found = ["a" if a >> square & 1 else "b" if b >> square & 1 else "." for square in range(self.size**2)]
        for letter, player in zip(LETTERS, self.players, strict=True):
            found[player.square] = letter + FACINGS[player.facing] + found[player.square]
        return found

    def text(self) -> str:
        """The rows of the board."""
        cells = [cell.ljust(_WIDE) for cell in self.cells()]
        return "\n".join("".join(cells[at : at + self.size]).rstrip() for at in range(0, len(cells), self.size))

    @classmethod
    def read(cls, text: str) -> Board | None:
        """The inverse of `text`, rows joined by `/`, nobody having moved; None if that is no board with both players."""
        rows = text.split("/")
        size, wide = len(rows), _WIDE * len(rows)
        cells = [row.ljust(wide)[at : at + _WIDE].rstrip() for row in rows for at in range(0, wide, _WIDE)]
        found = [match for match in map(_CELL.fullmatch, cells) if match]
        players = sorted((match[2], PlayerState(at, FACINGS.index(match[3]))) for at, match in enumerate(found) if match[2])
        trespassing = any((match[2], match[4]) in (("A", "b"), ("B", "a")) for match in found)
        fits = len(found) == size * size and all(len(row.rstrip()) < wide for row in rows)
        if not fits or trespassing or [letter for letter, _ in players] != list(LETTERS):
            return None
        bricks = [match[1] or match[4] for match in found]
        a, b = (bits_of(square for square, brick in enumerate(bricks) if brick == letter) for letter in "ab")
        return cls(size, (a, b), (players[0][1], players[1][1]))
