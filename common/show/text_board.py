"""The default look: the text of a position, and a picture with a square for each character."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from common.rules.position import Outcome, P
from common.show.look import Look
from common.show.shapes import Draw, Pen, letter, square
from common.show.style import COLOURS, INK, Color, captions

if TYPE_CHECKING:
    from common.show.film import Film

PAPER: Color = (250, 248, 243)
FLOOR: Color = (236, 230, 216)
CHANGED: Color = (214, 205, 184)
LIGHT: Color = (255, 255, 255)


class TextBoard(Look[P]):
    """The default look of a game: `str(position)`. The first letter of a side's name has its colour."""

    def __init__(self, sides: Sequence[str]) -> None:
        self._colours = {side[0]: colour for side, colour in zip(sides, COLOURS, strict=True)}

    def show(self, position: P, earlier: Sequence[P] = ()) -> None:
        """Print the text of a position. `earlier` is ignored."""
        print(position)

    def film(self, history: Sequence[P], outcome: Outcome | None) -> Film:
        """Return a film with one frame for each position. Changed characters are marked."""
        from common.show.film import text_film

        boards = [str(position).splitlines() for position in history]
        rows = max(map(len, boards))
        columns = max(len(line) for board in boards for line in board)
        texts = ["".join(line.ljust(columns) for line in pad_lines(board, rows)) for board in boards]
        kinds = {
            (sign, new): self._square(sign, new) for sign in set("".join(texts)) for new in (False, True)
        }
        film = text_film(rows, columns, dict(sorted(kinds.items())), PAPER)
        caption_lines = captions(history, [""] * len(history), outcome, outcome.reason if outcome else "")
        for before, text, lines in zip([texts[0], *texts], texts, caption_lines, strict=False):
            film.add([(sign, sign != was) for sign, was in zip(text, before, strict=True)], lines)
        return film

    def _square(self, sign: str, new: bool) -> Draw:
        """Return the drawing of a character's square."""
        ground = self._colours.get(sign, CHANGED if new else FLOOR)
        draw_letter = letter(sign, LIGHT if sign in self._colours else INK)

        def draw(pen: Pen, x: float, y: float, size: float) -> None:
            square(pen, x, y, size, ground)
            if sign.strip():
                draw_letter(pen, x, y, size)

        return draw


def pad_lines(lines: Sequence[str], rows: int) -> list[str]:
    """Return lines of text, with empty ones appended up to `rows`."""
    return [*lines, *[""] * (rows - len(lines))]
