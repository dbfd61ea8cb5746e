"""A game with nothing but what it must define: two heaps; the player who takes the last counter wins."""

from __future__ import annotations

import re
from typing import NamedTuple

from common.command import app

from common.play.game import Game, Notation
from common.rules.bits import bits_of
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome
from common.rules.square_grid import Squares
from common.show.piece_board import PieceBoard

OTHER = {"Ann": "Bob", "Bob": "Ann"}
Take = tuple[int, int]  # heap, count


class Position(NamedTuple):
    """Heaps of counters."""

    heaps: tuple[int, ...] = (3, 5)
    turn: str = "Ann"

    def moves(self) -> list[Take]:
        return [(heap, count) for heap, size in enumerate(self.heaps) for count in range(1, size + 1)]

    def play(self, move: Take) -> Position:
        heaps = list(self.heaps)
        heaps[move[0]] -= move[1]
        return Position(tuple(heaps), OTHER[self.turn])

    def outcome(self) -> Outcome | None:
        return None if any(self.heaps) else Outcome(OTHER[self.turn], "The last counter is taken.")

    def text(self, move: Take) -> str:
        return f"{move[0]}:{move[1]}"

    def read_move(self, text: str) -> Take:
        heap, _, count = text.partition(":")
        if not (heap.isdecimal() and count.isdecimal()):
            raise BadInput(f"{quoted(text)} is not a move: expected HEAP:COUNT, e.g. 0:1")
        return int(heap), int(count)


class Heaps(Notation[Position]):
    """Positions as the side to move and the heaps."""

    form = "SIDE HEAPS"
    examples = (("Bob", "3,4"),)

    def read(self, *words: str) -> Position:
        side, heaps = words
        if side not in OTHER or not re.fullmatch("[0-9]+(,[0-9]+)*", heaps):
            raise BadInput(f"{side} {heaps}: expected {self.form}, e.g. {self.example_line}")
        return Position(tuple(map(int, heaps.split(","))), side)

    def write(self, position: Position) -> list[str]:
        return [position.turn, ",".join(map(str, position.heaps))]


def counters(position: Position) -> dict[str, int]:
    """Return the squares with a counter: a row for each heap."""
    return {"o": bits_of(row * 6 + at for row, size in enumerate(position.heaps) for at in range(size))}


GAME = Game(Position(), notation=Heaps(), look=PieceBoard(Squares(2, 5), counters))
if __name__ == "__main__":
    app.console(GAME)
