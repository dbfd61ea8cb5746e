"""A subtraction game for tests: take one to three counters; the last one wins."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from common.play.game import Game
from common.play.record import Record
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome
from tests.support.plain_parts import plain_parts

NAME = "small_game"
OTHER = {"Ann": "Bob", "Bob": "Ann"}
MOST = 3  # counters of one move


class Position(NamedTuple):
    """A heap of counters, and the side to move. Whoever faces a multiple of four loses."""

    heap: int = 10
    turn: str = "Ann"

    def moves(self) -> list[int]:
        return list(range(1, min(self.heap, MOST) + 1))

    def play(self, move: int) -> Position:
        return Position(self.heap - move, OTHER[self.turn])

    def outcome(self) -> Outcome | None:
        return None if self.heap else Outcome(OTHER[self.turn], "The last counter is taken.")

    def text(self, move: int) -> str:
        return str(move)

    def read_move(self, text: str) -> int:
        if text not in ("1", "2", "3"):
            raise BadInput(f"{quoted(text)} is not a move: expected 1, 2 or 3, e.g. 1")
        return int(text)


GAME = Game(Position(), **plain_parts(Position()))


def save_game(path: Path, *moves: str, start: str = "Ann 10", **players: str) -> Path:
    """Write a record of the game. It is over if the moves take the last counter."""
    names = {"Ann": "engine", "Bob": "random"} | players
    side, _, heap = start.partition(" ")
    record = Record(GAME, Position(int(heap), side), names, limits={}, seed=7)
    for move in moves:
        record.add(int(move))
    record.recorded_outcome = record.outcome
    record.save(path)
    return path
