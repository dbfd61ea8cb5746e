"""A board of squares with pieces, as text and as a film, from one set of squares for each letter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise, product, takewhile
from typing import TYPE_CHECKING, NamedTuple

from common.rules.position import Outcome, P
from common.rules.square_grid import Squares
from common.show.look import Look
from common.show.shapes import Draw, Pen, square
from common.show.style import COLOURS, INK, Color, captions, on_colour

if TYPE_CHECKING:
    from common.show.film import Film


class SquareColours(NamedTuple):
    """RGB colours of squares.

    `floor` is a square, `vacated` a square just vacated, `rim` the frame of the piece that just moved, and
    `paper` the margin.
    """

    floor: Color = (236, 230, 216)
    vacated: Color = (214, 205, 184)
    rim: Color = INK
    paper: Color = (250, 248, 243)


class PieceBoard(Look[P]):
    """The look of a board with pieces.

    `sets` returns the set of squares of each letter; without `draws`, it decides their colours by its order.
    `draws` draws each letter in pictures. `styles` are the rich styles on a terminal, in the order of `sets`.
    """

    def __init__(
        self,
        squares: Squares,
        sets: Callable[[P], Mapping[str, int]],
        draws: Mapping[str, Draw] | None = None,
        styles: Sequence[str] = tuple(map(on_colour, COLOURS)),
        ground: SquareColours = SquareColours(),
    ) -> None:
        self._squares, self._sets, self._draws, self._styles, self._ground = (
            squares,
            sets,
            draws,
            styles,
            ground,
        )

    def _pictures(self, position: P) -> Mapping[str, Draw]:
        """Return the drawing of each letter, by default a filled square."""
        letters = zip(self._sets(position), COLOURS, strict=False)
        return self._draws or {letter: partial(square, fill=colour) for letter, colour in letters}

    def letters(self, position: P) -> list[str]:
        """Return the letter on each square, row by row, with a dot on an empty one."""
        sets = self._sets(position)
        return [
            next((letter for letter, members in sets.items() if members >> at & 1), ".")
            for at in self._squares.squares
        ]

    def show(self, position: P, earlier: Sequence[P] = ()) -> None:
        """Print the board: coloured on a terminal, plain on a pipe.

        On a terminal, all squares that changed since the other side's last move are marked.
        """
        from common.show.terminal import Cell, show_squares

        styles = dict(zip(self._sets(position), self._styles, strict=False))
        marks = self._marks(position, earlier)
        cells = [
            Cell(letter, styles.get(letter, ""), mark)
            for letter, mark in zip(self.letters(position), marks, strict=True)
        ]
        show_squares(cells, self._squares.column_names, self._squares.row_names)

    def _marks(self, position: P, earlier: Sequence[P]) -> list[str]:
        """Return the mark of each square: a piece has come, a square was left, or nothing has changed."""
        from common.show.terminal import CHANGED, PLAYED

        marks = [""] * len(self._squares.squares)
        last_turn = takewhile(lambda before: before.turn == earlier[-1].turn, reversed(earlier))
        boards = [self.letters(each) for each in (*reversed(list(last_turn)), position)]
        for before, after in pairwise(boards):
            for at, (was, letter) in enumerate(zip(before, after, strict=True)):
                if letter != was:
                    marks[at] = CHANGED if letter == "." else PLAYED
        return marks

    def frames(self, history: Sequence[P], captions: Sequence[Sequence[str]]) -> Film:
        """Return a film with one frame for each position, and `captions`, the lines below each.

        Squares that differ from the position before are marked.
        """
        from common.show.film import square_film

        pictures = self._pictures(history[0])
        kinds = {
            kind: self._square(pictures.get(kind[0]), kind[1])
            for kind in product((*pictures, "."), (False, True))
        }
        film = square_film(self._squares.row_names, self._squares.column_names, kinds, self._ground.paper)
        boards = [self.letters(position) for position in history]
        for before, letters, texts in zip([boards[0], *boards], boards, captions, strict=False):
            film.add([(letter, letter != was) for letter, was in zip(letters, before, strict=True)], texts)
        return film

    def film(self, history: Sequence[P], outcome: Outcome | None) -> Film:
        """Return a film with one frame for each position. The last frame shows the result."""
        reason = outcome.reason if outcome else ""
        return self.frames(history, captions(history, [""] * len(history), outcome, reason))

    def _square(self, draw_piece: Draw | None, changed: bool) -> Draw:
        """Return the drawing of a square.

        A piece that just moved stands on a frame, and a square just vacated has another colour.
        """
        ground = self._ground

        def draw(pen: Pen, x: float, y: float, size: float) -> None:
            square(pen, x, y, size, ground.rim if changed and draw_piece else ground.floor)
            square(pen, x, y, size * 0.94, ground.vacated if changed and not draw_piece else ground.floor)
            if draw_piece:
                draw_piece(pen, x, y, size)

        return draw
