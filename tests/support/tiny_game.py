"""A game with kernels for tests: take 1 to 3 counters of one of two heaps.

The player who takes the last counter wins.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from common.game import NO_MOVE, NOT_OVER, WON, BadInput, Outcome, Search, quoted
from common.kernels.kernel import kernel
from tests.support.plain_parts import PlainGame

OTHER = {"A": "B", "B": "A"}
WIDTH = 6  # most moves of a position


@kernel
def next_move(memory: Any, state: Any, move: int, ply: int) -> int:
    """Return the next move that the heaps allow: 0 to 2 take from the first heap, 3 to 5 from the second."""
    for later in range(move + 1, 6):
        if state[later // 3] > later % 3:
            return later
    return NO_MOVE


@kernel
def play(state: Any, move: int) -> Any:
    count = move % 3 + 1
    return (state[0] - count, state[1]) if move < 3 else (state[0], state[1] - count)


@kernel
def end_score(memory: Any, state: Any, ply: int) -> int:
    return NOT_OVER if state[0] + state[1] else ply - WON


@kernel
def evaluate(state: Any) -> int:
    """Return an estimate that is often wrong, so that deeper searches change their mind."""
    return int((5 * state[0] + 3 * state[1]) % 11 - 5)


class Position(NamedTuple):
    """Two heaps of counters, and the side to move."""

    first: int = 9
    second: int = 8
    turn: str = "A"

    def moves(self) -> list[int]:
        return [move for move in range(6) if (self.first, self.second)[move // 3] > move % 3]

    def play(self, move: int) -> Position:
        first, second = play((self.first, self.second), move)
        return Position(first, second, OTHER[self.turn])

    def outcome(self) -> Outcome | None:
        if self.first + self.second:
            return None
        return Outcome(OTHER[self.turn], "The last counter is taken.")

    def text(self, move: int) -> str:
        return f"{'ab'[move // 3]}{move % 3 + 1}"

    def read_move(self, text: str) -> int:
        for move in range(6):
            if self.text(move) == text:
                return move
        raise BadInput(f"{quoted(text)} is not a move: expected HEAP and COUNT, e.g. a2")


class Heaps(Search[Position]):
    """The search of the tiny game."""

    state_size = 2

    def state(self, position: Position) -> tuple[int, ...]:
        return position.first, position.second

    def evaluate(self, position: Position) -> int:
        return int(evaluate(self.state(position)))


class TinyGame(PlainGame):
    """The tiny game."""

    default_start = Position()
    engine = Heaps()


GAME = TinyGame()
