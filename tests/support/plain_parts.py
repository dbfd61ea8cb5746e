"""Notation and look of the tests' own games: the fields of a position, and its text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from common.play.notation import Notation

from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome, P
from common.show.look import Look
from common.show.shapes import letter
from common.show.style import INK, WHITE, captions

if TYPE_CHECKING:
    from common.show.film import Film

COLUMNS = 9  # letters in a row of a picture


class Fields(Notation[P]):
    """Positions as the side to move and the other fields, texts or whole numbers."""

    def __init__(self, start: Any) -> None:
        self._start = start
        self._names = [name for name in start._fields if name != "turn"]
        self.form = " ".join(["SIDE", *map(str.upper, self._names)])
        self.examples = (self.write(start.play(start.moves()[0])),)

    def write(self, position: P) -> list[str]:
        return [position.turn, *(str(getattr(position, name)) for name in self._names)]

    def read(self, *words: str) -> P:
        sides = self._start.turn, self._start.play(self._start.moves()[0]).turn
        if words[0] not in sides:
            wanted = " or ".join(sides)
            raise BadInput(f"{quoted(words[0])} is not a side: expected {wanted}, e.g. {sides[0]}")
        position: P = self._start._replace(
            turn=words[0], **dict(zip(self._names, map(self._value, self._names, words[1:]), strict=True))
        )
        return position

    def _value(self, name: str, word: str) -> Any:
        example = getattr(self._start, name)
        if isinstance(example, str) and len(word) == len(example):
            return word
        if isinstance(example, int) and word.isdecimal():
            return int(word)
        raise BadInput(f"{quoted(word)}: expected {name}, e.g. {example}")


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


def plain_parts(start: Any) -> dict[str, Any]:
    """Return notation and look of a game that begins at `start`."""
    return {"notation": Fields[Any](start), "look": TextLook()}
