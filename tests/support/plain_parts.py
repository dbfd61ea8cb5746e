"""The tests' own games: the fields of a position as words, and its text as the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from common.play.game import Game
from common.rules.position import Outcome, P
from common.show.look import Look
from common.show.shapes import letter
from common.show.style import INK, WHITE, captions

if TYPE_CHECKING:
    from common.show.film import Film

COLUMNS = 9  # letters in a row of a picture


class TextLook(Look[P]):
    """The text of a position; in pictures its letters and digits, in squares."""

    def show(self, position: P, earlier: Sequence[P] = ()) -> None:
        print(position)

    def film(self, history: Sequence[P], outcome: Outcome | None) -> Film:
        from common.show.film import square_film

        boards = ["".join(filter(str.isalnum, str(position))) for position in history]
        rows = -(-max(map(len, boards)) // COLUMNS)
        texts = [board.ljust(rows * COLUMNS) for board in boards]
        kinds = {sign: letter(sign, INK) for sign in sorted({*"".join(texts)})}
        film = square_film(" " * rows, " " * COLUMNS, kinds, WHITE)
        reason = outcome.reason if outcome else ""
        for text, lines in zip(texts, captions(history, [""] * len(history), outcome, reason), strict=True):
            film.add(list(text), lines)
        return film


class PlainGame(Game[Any]):
    """A game of the tests: the fields of a position as words, and its text as the board."""

    look = TextLook()
