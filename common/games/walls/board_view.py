"""The board of two walkers who mark squares (games/walls/board.py), in colour on a terminal and as a film: walkers are arrows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

from common.games.walls.board import FACINGS, LETTERS, Board
from common.show import shapes, terminal, window
from common.show.piece_board import SquareColours
from common.show.style import COLOURS, on_colour

if TYPE_CHECKING:
    from rich.text import Text

    from common.show.film import Film

MARKS = dict(zip("ab", COLOURS, strict=True))
STYLES = {mark: on_colour(colour) for mark, colour in MARKS.items()} | {".": ""}
WALKERS = {mark.upper(): f"{style} reverse" for mark, style in STYLES.items() if mark in MARKS}
GROUND = SquareColours()
NARROW = 17  # squares a side, beyond which a cell has one sign


def show(board: Board, mover: int | None = None) -> None:
    """Print the board: its text on a pipe, in colour on a terminal, the walker that has just moved in brackets."""
    terminal.show(board.text(), lambda: rich_board(board, mover))


def rich_board(board: Board, mover: int | None) -> Text:
    """In a frame with coordinates: two signs a cell, a walker's letter and facing; or one, where the window is too small."""
    from rich.text import Text

    size = board.size
    wide = 2 if size <= NARROW and window.columns() >= 3 * size + 6 else 1
    played = None if mover is None else board.walkers[mover].square
    cells = [_cell(cell, wide, square == played) for square, cell in enumerate(board.cells())]
    edge = "   +" + "-" * (3 * size + 1 if wide == 2 else size) + "+"
    names = "".join(f" {number:<2}" if wide == 2 else str(number % 10) for number in range(1, size + 1))
    text = Text(f"    {names}\n{edge}", no_wrap=True)
    for row in range(size):
        text.append(f"\n {chr(ord('a') + row)} |")
        add_cells = terminal.add_spaced if wide == 2 else terminal.add_joined
        add_cells(text, cells[row * size : (row + 1) * size])
        text.append("|")
    return text.append(f"\n{edge}")


def _cell(cell: str, wide: int, marked: bool) -> terminal.Cell:
    """A walker is shown on its own mark in the colours of that, else in the same ones the other way round."""
    style = WALKERS[cell[0]] if cell[0] in WALKERS and cell[-1] == "." else STYLES[cell[-1]]
    return terminal.Cell(cell[:wide].center(wide), style, marked)


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
