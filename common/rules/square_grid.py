"""Square boards: names of squares, orthogonal neighbours, and sets of squares as machine words.

A set of squares is an int: bit row * (columns + 1) + column. The column behind the last one stays empty, so
one shift moves a whole set and nothing wraps around. A 7x7 board needs 55 bits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from common.kernels.kernel import kernel, lowest_bit
from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput, quoted

STRIDE = 0  # replaced by Squares.constants
OVERRIDABLE = ("STRIDE",)
NO_STEP = -1
Step = tuple[int, int]  # origin, target


@kernel
def around(squares: int) -> int:
    """Return the orthogonal neighbours of a set. Mask the result: bits off the board may be set."""
    return squares << 1 | squares >> 1 | squares << STRIDE | squares >> STRIDE


@kernel
def next_step(pieces: int, targets: int, step: int) -> Any:
    """Return the step after `step` in the order of `Squares.steps`, as origin * 64 + target.

    NO_STEP stands before the first step and after the last.
    """
    pieces &= around(targets)
    if step != NO_STEP:
        origin = 1 << (step >> 6)
        later = around(origin) & targets & -(2 << (step & 63))
        if later:
            return step & ~63 | lowest_bit(later)
        pieces &= -(origin << 1)
    if pieces == 0:
        return NO_STEP
    return lowest_bit(pieces) << 6 | lowest_bit(around(pieces & -pieces) & targets)


def step_of(step: int) -> Step:
    """Return (origin, target) of a step in the form of `next_step`, but not of NO_STEP."""
    return step >> 6, step & 63


class Squares:
    """A board of `rows` x `columns` squares, a1 at the top left. Letters name rows, numbers name columns.

    A square is the number of its bit. `squares` lists them row by row, and `all` is their set. `near` maps
    each square to the set of its neighbours. `lines` maps names (row a, column 1) to sets. There are at most
    26 rows and 9 columns.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns, self.stride = rows, columns, columns + 1
        self.row_names, self.column_names = "abcdefghijklmnopqrstuvwxyz"[:rows], "123456789"[:columns]
        self.squares = [row * self.stride + column for row in range(rows) for column in range(columns)]
        self.all = sum(1 << square for square in self.squares)
        self.near = {square: self._near(square) for square in self.squares}
        self.lines = {
            f"row {name}": bits_of(self.squares[at * columns :][:columns])
            for at, name in enumerate(self.row_names)
        }
        self.lines |= {
            f"column {name}": bits_of(self.squares[at::columns]) for at, name in enumerate(self.column_names)
        }

    def _near(self, square: int) -> int:
        """Return the set of a square's neighbours."""
        one = 1 << square
        return (one << 1 | one >> 1 | one << self.stride | one >> self.stride) & self.all

    def name(self, square: int) -> str:
        """Return the name of a square, e.g. c4."""
        row, column = divmod(square, self.stride)
        return f"{self.row_names[row]}{column + 1}"

    def names(self, squares: int) -> str:
        """Return the names of a set's squares, row by row, separated by spaces."""
        return " ".join(self.name(square) for square in cells_of(squares))

    def read_names(self, text: str) -> int:
        """Parse names of squares, separated by spaces, as a set.

        Raise BadInput if one is no name. An empty text gives the empty set.
        """
        return bits_of(map(self.read, text.split()))

    def read(self, text: str) -> int:
        """Parse the name of a square, in lower or upper case. Raise BadInput if it is none."""
        name = text.strip().lower()
        for square in self.squares:
            if self.name(square) == name:
                return square
        last = self.name(self.squares[-1])
        raise BadInput(
            f"{quoted(text)} is not a square: expected a1 to {last} (row letter, column number), e.g. c4"
        )

    def steps(self, pieces: int, targets: int) -> list[Step]:
        """Return every step of a piece onto a neighbouring target.

        Origins come row by row; the targets of each come in the order up, left, right, down.
        """
        return [
            (origin, target)
            for origin in cells_of(pieces)
            for target in cells_of(self.near[origin] & targets)
        ]

    def step_text(self, step: Step) -> str:
        """Return the notation of a step (origin, target), e.g. c4 d4."""
        return f"{self.name(step[0])} {self.name(step[1])}"

    def read_step(self, text: str) -> Step:
        """Parse a step, c4 d4, c4-d4 or c4d4, as (origin, target).

        The squares need not be neighbours. Raise BadInput if the text does not name two squares.
        """
        words = re.findall(r"[a-z]\d+|[^\s,-]+", text.lower())
        if len(words) != 2:
            raise BadInput(f"{quoted(text)} is not a move: expected two squares, from and to, e.g. c4 d4")
        return self.read(words[0]), self.read(words[1])

    def read_distinct(self, text: str, occupied: Sequence[int], most: int) -> list[int]:
        """Parse 1 to `most` different squares, none of them in the list `occupied`, in the order given.

        Names are separated by spaces or commas. Raise BadInput.
        """
        names = text.replace(",", " ").split() or [""]
        if len(names) > most:
            raise BadInput(f"{quoted(text)} names {len(names)} squares: expected at most {most}")
        found: list[int] = []
        for name in names:
            square = self.read(name)
            if square in occupied or square in found:
                free = next(other for other in self.squares if other not in occupied and other not in found)
                raise BadInput(
                    f"{self.name(square)} is occupied: choose another square, e.g. {self.name(free)}"
                )
            found.append(square)
        return found

    def read_sides(self, text: str, sides: tuple[str, str]) -> tuple[int, int]:
        """Parse the squares of two sides, each after its name (X a1 a7 O b2 c3), as two sets.

        `sides` gives the order, and case does not matter. Each side needs a square, none may be named twice,
        and one must stay free. Raise BadInput.
        """
        one, other = sides
        found = re.fullmatch(rf"\s*{one}((?:\s+\w+)+)\s+{other}((?:\s+\w+)+)\s*", text, re.IGNORECASE)
        if not found:
            raise BadInput(
                f"{quoted(text)}: expected the squares of both players' pieces, e.g. '{one} a1 a7 "
                f"{other} b2 c3'"
            )
        most = len(self.squares) - 1
        first = self.read_distinct(found[1], [], most - 1)
        return bits_of(first), bits_of(self.read_distinct(found[2], first, most - len(first)))

    def check_piece(self, pieces: int, targets: int, origin: int) -> None:
        """Raise BadInput unless a piece stands on `origin` and can step onto a target.

        `pieces` and `targets` are sets. At least one piece must have a step.
        """
        example = f"e.g. {self.name(self.steps(pieces, targets)[0][0])}"
        if not pieces >> origin & 1:
            raise BadInput(
                f"No piece of yours stands at {self.name(origin)}: choose one that can move, {example}"
            )
        if not self.near[origin] & targets:
            raise BadInput(f"The piece at {self.name(origin)} cannot move: choose another one, {example}")

    def check_target(self, origin: int, targets: int, target: int) -> None:
        """Raise BadInput unless the piece on `origin` can step onto `target`, a square.

        `targets` is the set of the empty squares.
        """
        if not self.near[origin] & targets & 1 << target:
            why = f"is not beside {self.name(origin)}" if targets >> target & 1 else "is occupied"
            raise BadInput(
                f"{self.name(target)} {why}: the piece can move to {self.names(self.near[origin] & targets)}"
            )

    def constants(self) -> dict[str, object]:
        """Return the constants that the kernels of this module, and kernels built on it, read by name."""
        return {"STRIDE": self.stride, "BOARD": self.all}
