"""A game with nothing but a Position: two heaps; the player who takes the last counter wins."""

from __future__ import annotations

from typing import NamedTuple

from common.command import app
from common.play.game import Game
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome

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


GAME = Game(Position())
if __name__ == "__main__":
    app.console(GAME)
