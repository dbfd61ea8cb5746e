"""The board on a terminal and in films: exits are blue with a door, blocks red, the cat is on amber."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Generic

from common.games.circle_the_cat.hexagons import Hexagons
from common.rules.bits import cells_of
from common.rules.position import P
from common.show import shapes
from common.show.language import translated
from common.show.style import on_colour

if TYPE_CHECKING:
    from common.games.circle_the_cat.distances import CatState
    from common.show.film import Film
    from common.show.shapes import Draw, Pen
    from common.show.style import Color

PAPER, FLOOR, INK, WHITE = (250, 248, 243), (228, 224, 214), (25, 25, 25), (255, 255, 255)
AMBER, RED, BLUE = (226, 158, 20), (196, 52, 45), (52, 116, 186)  # the cat, the catcher, exits
COLOURS = AMBER, RED
LETTERS = {
    "floor": (".", ""),
    "exit": ("E", on_colour(BLUE)),
    "block": ("X", on_colour(RED)),
    "closed": ("#", on_colour(RED)),  # an exit that is blocked
}
CAT = on_colour(AMBER, "black")
MARKS = {True: ("+", on_colour(BLUE)), False: ("-", "dim"), None: ("?", "")}

Figure = Callable[["Pen", float, float, float, "Color"], None]  # canvas, centre (x, y), size, colour


class HexagonBoard(Generic[P]):
    """How positions look: `state` is the inverse of a start, the cat has a `letter` and is drawn as a `figure`."""

    def __init__(self, board: Hexagons, state: Callable[[P], CatState], letter: str, figure: Figure) -> None:
        self._board, self._state, self._letter, self._figure = board, state, letter, figure

    def _grounds(self, position: P) -> list[str]:
        """What every cell is, row by row, apart from the cat."""
        _, free, exits = self._state(position)
        grounds = ["block"] * self._board.size
        for cell in cells_of(free):
            grounds[cell] = "floor"
        for cell in cells_of(exits):
            grounds[cell] = "exit" if free >> cell & 1 else "closed"
        return grounds

    def show(self, position: P, played: int | None = None, marks: Mapping[int, bool | None] = {}) -> None:
        """Print the board, outlined on a terminal, plain on a pipe; the cell just played in brackets, or cells marked."""
        from common.show.terminal import Cell, plain_hexagons, rich_hexagons, show

        looks = [LETTERS[ground] for ground in self._grounds(position)]
        looks[self._state(position).cat] = self._letter, CAT
        for cell, mark in marks.items():
            looks[cell] = MARKS[mark]
        cells = [Cell(*look, cell == played) for cell, look in enumerate(looks)]
        rows = [cells[row : row + self._board.columns] for row in range(0, self._board.size, self._board.columns)]
        show(plain_hexagons(rows), lambda: rich_hexagons(rows))

    def show_marks(self, position: P, marks: Mapping[int, bool | None]) -> None:
        """Print the board with what cells lead to: + a win, - a loss, ? what is not known in time."""
        self.show(position, marks=marks)

    def frames(self, history: Sequence[P], played: Sequence[int | None], captions: Sequence[Sequence[str]]) -> Film:
        """One frame for each position, with the cell just played marked and its captions below."""
        from common.show.film import hexagon_film

        kinds = {kind: self._draw(*kind) for kind in product(LETTERS, (False, True), (False, True))}
        film = hexagon_film(self._board.rows, self._board.columns, kinds, PAPER)
        for position, last, texts in zip(history, played, captions, strict=True):
            cat, grounds = self._state(position).cat, enumerate(self._grounds(position))
            cells = [(ground, cell == cat, cell == last) for cell, ground in grounds]
            film.add(cells, [translated(text) for text in texts])
        return film

    def _draw(self, name: str, cat: bool, marked: bool) -> Draw:
        """How to draw a hexagon: blue with a white door, red with a white cross, amber with the figure; marked: a dark rim."""
        blocked, way_out = name in ("block", "closed"), name in ("exit", "closed")
        ground = AMBER if cat else RED if blocked else BLUE if way_out else FLOOR
        rim = INK if marked else BLUE if way_out else ground

        def draw(pen: Pen, x: float, y: float, size: float) -> None:
            shapes.hexagon(pen, x, y, size, rim)
            shapes.hexagon(pen, x, y, size * (1 if rim == ground else 0.86), ground)
            if cat:
                self._figure(pen, x, y + size * 0.08, size * 0.56, INK)
            elif blocked:
                shapes.cross(pen, x, y, size * (0.24 if way_out else 0.36), WHITE)
            if way_out and not cat:
                shapes.door(pen, x, y, size * (0.5 if blocked else 0.4), WHITE, handle=not blocked)

        return draw
