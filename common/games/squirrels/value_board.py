"""A board of squares that have values and owners, for the terminal and for films: X on red, O on blue, `*` free."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from common.rules.position import Outcome, Position
from common.show import shapes
from common.show.film import Film, square_film
from common.show.style import captions, on_colour
from common.show.terminal import Cell, show_squares

if TYPE_CHECKING:
    from common.show.shapes import Draw, Pen

PAPER, GROUNDS = (250, 248, 243), {"X": (196, 52, 45), "O": (52, 116, 186), "*": (228, 224, 214)}
COLOURS = GROUNDS["X"], GROUNDS["O"]
STYLES = {"X": on_colour(GROUNDS["X"]), "O": on_colour(GROUNDS["O"]), "*": ""}
DARK, WHITE = (25, 25, 25), (255, 255, 255)


class Owned(Position, Protocol):
    """A position on squares that have values and owners."""

    @property
    def values(self) -> Sequence[int]:
        """The value of every square, row by row."""

    @property
    def board(self) -> str:
        """The owner of every square."""


O = TypeVar("O", bound=Owned)  # noqa: E741


class ValueBoard(Generic[O]):
    """How positions look: the `columns` and `rows` are named."""

    def __init__(self, columns: str, rows: str) -> None:
        self._columns, self._rows = columns, rows

    def show(self, position: O, played: int | None = None) -> None:
        """Print owner and value of every square, the square just played marked; values below 100 get two digits."""
        digits = 2 if max(position.values) < 100 else 1
        shown = enumerate(zip(position.board, position.values, strict=True))
        cells = [
            Cell(f"{owner}{value:0{digits}}", STYLES[owner], square == played)
            for square, (owner, value) in shown
        ]
        show_squares(cells, self._columns)

    def film(self, history: Sequence[O], outcome: Outcome | None) -> Film:
        """One frame for the start and one for each move; the last says how the game ended, all of them what both sides own."""
        kinds = {kind: _draw(*kind) for kind in product(GROUNDS, (False, True))}
        values = list(map(str, history[0].values))
        film = square_film(self._rows, self._columns, kinds, PAPER, values)
        scores = [f"X {owned(position, 'X')} : {owned(position, 'O')} O" for position in history]
        before = history[0].board
        for position, texts in zip(history, captions(history, scores, outcome), strict=True):
            played = next((at for at, owner in enumerate(position.board) if owner != "*" == before[at]), None)
            film.add([(owner, at == played) for at, owner in enumerate(position.board)], texts)
            before = position.board
        return film


def owned(position: Owned, side: str) -> int:
    """The sum of the values that a side owns."""
    return sum(value for owner, value in zip(position.board, position.values, strict=True) if owner == side)


def _draw(owner: str, marked: bool) -> Draw:
    """How to draw a square: X a cross, O a ring, room for its value on a strip below."""

    def draw(pen: Pen, x: float, y: float, size: float) -> None:
        shapes.square(pen, x, y, size, DARK if marked else WHITE)
        shapes.square(pen, x, y, size * 0.92, GROUNDS["*"])
        pen.rectangle(
            (x - size * 0.92, y - size * 0.92, x + size * 0.92, y + size * 0.4), fill=GROUNDS[owner]
        )
        if owner != "*":
            (shapes.cross if owner == "X" else shapes.ring)(pen, x, y - size * 0.26, size * 0.4, WHITE)

    return draw
