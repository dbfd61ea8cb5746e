"""The board of two walkers who mark squares (rules/walkers.py), in colour on a terminal and as a film: walkers are arrows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

from common.rules.walkers import FACINGS, LETTERS, Board
from common.show import shapes
from common.show.piece_board import COLOURS, SquareColours, on_colour

if TYPE_CHECKING:
    from rich.text import Text

    from common.show.film import Film

MARKS = dict(zip("ab", COLOURS, strict=True))
STYLES = {mark: on_colour(colour) for mark, colour in MARKS.items()} | {".": ""}
GROUND = SquareColours()
NARROW = 17  # squares a side, beyond which a cell has one sign


def rich_board(board: Board, below: str) -> Text:
    """Two signs a cell, or one on large boards; a walker is a letter, its facing or its letter alone; a line below."""
    from rich.text import Text

    wide = 2 if board.size <= NARROW else 1
    text = Text(no_wrap=True)
    for square, cell in enumerate(board.cells()):
        text.append(cell[:wide].center(wide), STYLES[cell[-1]] + (" reverse" if len(cell) > 1 else ""))
        text.append("\n" if square % board.size == board.size - 1 else "" if wide == 1 else " ")
    return text.append(below, "dim")


def frames(boards: Sequence[Board], captions: Sequence[Sequence[str]]) -> Film:
    """One frame for each board."""
    from common.show.film import square_film

    rim = " " * boards[0].size
    walkers = ["", *map("".join, product(LETTERS, FACINGS))]
    kinds = {walker + mark: draw_square(mark, walker) for mark in (".", *MARKS) for walker in walkers}
    film = square_film(rim, rim, kinds, GROUND.paper)
    for board, texts in zip(boards, captions, strict=True):
        film.add(board.cells(), texts)
    return film


def draw_square(mark: str, walker: str) -> shapes.Draw:
    """How to draw a square: a mark fills it; a walker is an arrow in its colour, on white."""

    def draw(pen: shapes.Pen, x: float, y: float, size: float) -> None:
        shapes.square(pen, x, y, size, GROUND.floor)
        if mark in MARKS:
            shapes.square(pen, x, y, size * 0.92, MARKS[mark])
        if walker:
            shapes.square(pen, x, y, size * 0.72, shapes.WHITE)
            shapes.arrow(pen, x, y, size * 0.55, MARKS[walker[0].lower()], FACINGS.index(walker[1]))

    return draw
