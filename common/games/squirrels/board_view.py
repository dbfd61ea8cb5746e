"""The board on a terminal and in films: X on red, O on blue, a value on every square."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import TYPE_CHECKING

from common.rules.position import Outcome
from common.show import shapes
from common.show.film import Film, square_film
from common.show.look import Look
from common.show.style import COLOURS, INK, WHITE, captions, on_colour
from common.show.terminal import CHANGED, PLAYED, Cell, show_squares

if TYPE_CHECKING:
    from common.show.shapes import Draw, Pen
    from squirrels import Position

COLUMNS = "ABCDE"
ROWS = "12345"
PAGE_COLOUR = (250, 248, 243)
BACKGROUNDS = {"X": COLOURS[0], "O": COLOURS[1], "*": (228, 224, 214)}
STYLES = {"X": on_colour(BACKGROUNDS["X"]), "O": on_colour(BACKGROUNDS["O"]), "*": ""}


class WarLook(Look["Position"]):
    """The look of the board. `describe` returns the text below a board in a film."""

    on_pipes = False

    def __init__(self, describe: Callable[[Position], str]) -> None:
        self._describe = describe

    def show(self, position: Position, earlier: Sequence[Position] = ()) -> None:
        """Print the owner and value of every square.

        On a terminal the square just taken and the squares turned are marked.
        """
        digits = 2 if max(position.values) < 100 else 1  # aligns values of one and two digits
        before = earlier[-1].board if earlier else position.board
        cells = []
        for owner, value, was in zip(position.board, position.values, before, strict=True):
            mark = "" if owner == was else PLAYED if was == "*" else CHANGED
            cells.append(Cell(f"{owner}{value:0{digits}}", STYLES[owner], mark))
        show_squares(cells, COLUMNS)

    def film(self, history: Sequence[Position], outcome: Outcome | None) -> Film:
        """Return a film with a frame for each position; the last one shows the outcome, if any."""
        kinds = {kind: _square_drawer(*kind) for kind in product(BACKGROUNDS, (False, True))}
        values = list(map(str, history[0].values))
        film = square_film(ROWS, COLUMNS, kinds, PAGE_COLOUR, values)
        texts, before = map(self._describe, history), history[0].board
        for position, lines in zip(history, captions(history, list(texts), outcome), strict=True):
            played = next((at for at, owner in enumerate(position.board) if owner != "*" == before[at]), None)
            film.add([(owner, at == played) for at, owner in enumerate(position.board)], lines)
            before = position.board
        return film


def _square_drawer(owner: str, marked: bool) -> Draw:
    """Return a function that draws a square: a cross for X, a ring for O, and a strip for the value."""

    def draw(pen: Pen, x: float, y: float, size: float) -> None:
        shapes.square(pen, x, y, size, INK if marked else WHITE)
        shapes.square(pen, x, y, size * 0.92, BACKGROUNDS["*"])
        pen.rectangle(
            (x - size * 0.92, y - size * 0.92, x + size * 0.92, y + size * 0.4),
            fill=BACKGROUNDS[owner],
        )
        if owner != "*":
            (shapes.cross if owner == "X" else shapes.ring)(pen, x, y - size * 0.26, size * 0.4, WHITE)

    return draw
