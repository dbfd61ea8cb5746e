"""A board of squares that have values and owners, for the terminal and for films: X on red, O on blue, `*` free."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

from common.show import shapes
from common.show.film import square_film
from common.show.terminal import Cell, show_squares

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

    from common.show.shapes import Draw

PAPER, GROUNDS = (250, 248, 243), {"X": (196, 52, 45), "O": (52, 116, 186), "*": (228, 224, 214)}
STYLES = {"X": "bold white on red", "O": "bold white on blue", "*": ""}
DARK, WHITE = (25, 25, 25), (255, 255, 255)


def show_holdings(owners: str, values: Sequence[int], columns: str, played: int | None) -> None:
    """Print owner and value of every square, the square just played marked; values that are all below 100 get two digits."""
    digits = 2 if max(values) < 100 else 1
    shown = enumerate(zip(owners, values, strict=True))
    cells = [Cell(f"{owner}{value:0{digits}}", STYLES[owner], square == played) for square, (owner, value) in shown]
    show_squares(cells, columns)


def draw_holding(owner: str, marked: bool) -> Draw:
    """How to draw a square: X a cross, O a ring, room for its value on a strip below."""

    def draw(pen: ImageDraw, x: float, y: float, size: float) -> None:
        shapes.square(pen, x, y, size, DARK if marked else WHITE)
        shapes.square(pen, x, y, size * 0.92, GROUNDS["*"])
        pen.rectangle((x - size * 0.92, y - size * 0.92, x + size * 0.92, y + size * 0.4), fill=GROUNDS[owner])
        if owner != "*":
            (shapes.cross if owner == "X" else shapes.ring)(pen, x, y - size * 0.26, size * 0.4, WHITE)

    return draw


def played_square(boards: Sequence[str], ply: int) -> int | None:
    """The square that was taken by the move before board number `ply`; None at the start."""
    if ply == 0:
        return None
    return next((at for at, owner in enumerate(boards[ply]) if owner != "*" == boards[ply - 1][at]), None)


def film_of(
    boards: Sequence[str], values: Sequence[int], captions: Sequence[Sequence[str]], rows: str, columns: str
) -> list[Image]:
    """One frame for each board, with its captions and the square just taken marked."""
    film = square_film(rows, columns, {kind: draw_holding(*kind) for kind in product(GROUNDS, (False, True))}, PAPER)
    for ply, board in enumerate(boards):
        played = played_square(boards, ply)
        film.add([(owner, at == played) for at, owner in enumerate(board)], captions[ply], list(map(str, values)))
    return film.frames
