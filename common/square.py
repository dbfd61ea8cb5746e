"""Square boards: names of squares, neighbours side by side, sets of squares as machine words.

A set of squares is an int, bit row * (columns + 1) + column. The column behind the last one stays
empty, so a whole set moves by one shift and nothing wraps around; 7x7 needs 55 bits.
"""

from __future__ import annotations

from common.bits import cells_of
from common.errors import BadInput, quoted
from common.kernel import kernel

STRIDE = 0  # filled in by Squares.constants


def beside(columns: int, rows: int) -> list[list[int]]:
    """For every square, row by row, the squares above, left, right and below it."""
    return [
        [
            near
            for near, inside in (
                (square - columns, square >= columns),
                (square - 1, square % columns > 0),
                (square + 1, square % columns < columns - 1),
                (square + columns, square < columns * (rows - 1)),
            )
            if inside
        ]
        for square in range(columns * rows)
    ]


@kernel
def around(squares: int) -> int:
    """All squares side by side with a set; mask them with the squares of the board."""
    return squares << 1 | squares >> 1 | squares << STRIDE | squares >> STRIDE


class Squares:
    """A board of `rows` x `columns` squares, a1 at the top left: letters name rows, numbers columns."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns, self.stride = rows, columns, columns + 1
        self.row_names = "abcdefghijklmnopqrstuvwxyz"[:rows]
        self.squares = [row * self.stride + column for row in range(rows) for column in range(columns)]
        self.all = sum(1 << square for square in self.squares)
        self.near = {square: self._near(square) for square in self.squares}

    def _near(self, square: int) -> int:
        """The neighbours of a square, as a set."""
        one = 1 << square
        return (one << 1 | one >> 1 | one << self.stride | one >> self.stride) & self.all

    def name(self, square: int) -> str:
        """A square as people write it: c4."""
        row, column = divmod(square, self.stride)
        return f"{self.row_names[row]}{column + 1}"

    def names(self, squares: int) -> str:
        """The names of a set's squares, row by row."""
        return " ".join(self.name(square) for square in cells_of(squares))

    def read(self, text: str) -> int:
        """The square that a name means, in small or capital letters. Raises BadInput."""
        name = text.strip().lower()
        for square in self.squares:
            if self.name(square) == name:
                return square
        last = self.name(self.squares[-1])
        raise BadInput(f"{quoted(text)} is no square: squares go from a1 to {last} (row letter, column number), e.g. c4")

    def constants(self) -> dict[str, object]:
        """What the kernels of this module, and of those built on it, read by name."""
        return {"STRIDE": self.stride, "BOARD": self.all}
