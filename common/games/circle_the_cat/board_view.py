"""The board on a terminal and in films: blue exits with a door, red blocks, the cat on ochre."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, product, starmap
from typing import TYPE_CHECKING

from common.games.circle_the_cat.hexagons import BOARD
from common.rules.bits import cells_of
from common.rules.position import Outcome
from common.show import shapes
from common.show.look import Look
from common.show.style import BLUE, INK, OCHRE, RED, WHITE, on_colour

if TYPE_CHECKING:
    from common.show.film import Film
    from common.show.shapes import Draw, Pen
    from game import Position

PAPER = (250, 248, 243)
FLOOR = (228, 224, 214)
LETTERS = {
    "floor": (".", ""),
    "exit": ("E", on_colour(BLUE)),
    "block": ("X", on_colour(RED)),
    "closed": ("#", on_colour(RED)),  # an exit that is blocked
}
CAT = on_colour(OCHRE)
RESULTS = {True: ("+", on_colour(BLUE)), False: ("-", ""), None: ("?", "")}


def cell_kinds(position: Position) -> list[str]:
    """Return the kind of every cell, row by row, without the cat: a key of LETTERS."""
    found = ["block"] * BOARD.size
    for cell in cells_of(position.free):
        found[cell] = "floor"
    for cell in cells_of(position.exits):
        found[cell] = "exit" if position.free >> cell & 1 else "closed"
    return found


class CatLook(Look["Position"]):
    """Hexagons on a terminal and in films."""

    colours = OCHRE, RED  # of the cat and of the catcher
    on_pipes = False

    def show(
        self,
        position: Position,
        earlier: Sequence[Position] = (),
        results: Mapping[int, bool | None] = {},
    ) -> None:
        """Print the board, outlined on a terminal, plain on a pipe. On a terminal, mark the last move.

        `results` show for cells what follows a move there: + (True) a win, - (False) a loss, ? (None)
        unknown.
        """
        from common.show import terminal

        looks = [LETTERS[ground] for ground in cell_kinds(position)]
        looks[position.cat] = "C", CAT
        for cell, result in results.items():
            looks[cell] = RESULTS[result]
        marks = last_move(position, earlier)
        cells = [terminal.Cell(*look, marks.get(cell, "")) for cell, look in enumerate(looks)]
        rows = [cells[row : row + BOARD.columns] for row in range(0, BOARD.size, BOARD.columns)]
        terminal.show(terminal.plain_hexagons(rows), lambda: terminal.rich_hexagons(rows))

    def film(self, history: Sequence[Position], outcome: Outcome | None) -> Film:
        """Return a film: the cell just played is marked, below stand the move and the number of blocks.

        The last frame has the result instead of the blocks.
        """
        from common.show.film import hexagon_film

        kinds = {kind: _draw(*kind) for kind in product(LETTERS, (False, True), (False, True))}
        frames = hexagon_film(BOARD.rows, BOARD.columns, kinds, PAPER)
        played = [None, *starmap(played_cell, pairwise(history))]
        for ply, (position, last) in enumerate(zip(history, played, strict=True)):
            grounds = enumerate(cell_kinds(position))
            cells = [(ground, cell == position.cat, cell == last) for cell, ground in grounds]
            by, cell = history[ply - 1].turn, divmod(last or 0, BOARD.columns)
            move = "start" if last is None else f"move {ply}: {by} {cell}"
            is_last = ply == len(history) - 1
            blocks = f"blocks: {position.blocks.bit_count()}"
            frames.add(cells, [move, outcome.verdict if outcome and is_last else blocks])
        return frames


def played_cell(before: Position, after: Position) -> int:
    """Return the cell that the cat has stepped on, or that was blocked, between two positions."""
    return after.cat if before.turn == "cat" else (before.blocks ^ after.blocks).bit_length() - 1


def last_move(position: Position, earlier: Sequence[Position]) -> dict[int, str]:
    """Return the marks of cells: the cat and the cell that it left, or the cell just blocked."""
    from common.show.terminal import CHANGED, PLAYED

    if not earlier:
        return {}
    left = {earlier[-1].cat: CHANGED} if earlier[-1].turn == "cat" else {}
    return left | {played_cell(earlier[-1], position): PLAYED}


def _draw(name: str, cat: bool, marked: bool) -> Draw:
    """Return a function that draws a hexagon: exits with a door, blocks with a cross, marks as a dark rim."""
    blocked = name in ("block", "closed")
    way_out = name in ("exit", "closed")
    ground = OCHRE if cat else RED if blocked else BLUE if way_out else FLOOR
    rim = INK if marked else BLUE if way_out else ground

    def draw(pen: Pen, x: float, y: float, size: float) -> None:
        shapes.hexagon(pen, x, y, size, rim)
        shapes.hexagon(pen, x, y, size * (1 if rim == ground else 0.86), ground)
        if cat:
            shapes.cat_head(WHITE, OCHRE, INK)(pen, x, y + size * 0.08, size * 0.56)
        elif blocked:
            shapes.cross(pen, x, y, size * (0.24 if way_out else 0.36), WHITE)
        if way_out and not cat:
            if blocked:
                shapes.closed_door(pen, x, y, size * 0.5, WHITE)
            else:
                shapes.door(pen, x, y, size * 0.4, WHITE)

    return draw
