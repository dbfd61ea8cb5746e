"""A game with a board: hexapawn (Martin Gardner, 1962), on 3x3 squares.

A piece steps forward onto an empty square, or captures diagonally forward.
X moves down from row a, O up from row c.
A side wins by reaching the far row, or if the other side cannot move.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from common.play.game import Game
from common.rules.position import Outcome
from common.rules.square_grid import Squares, Step
from tests.support.plain_parts import PlainGame
from tests.support.play import replay

SQUARES = Squares(3, 3)  # the number of a square is its index in `Position.board`
OTHER = {"X": "O", "O": "X"}
FORWARD = {"X": SQUARES.stride, "O": -SQUARES.stride}
FAR_ROW = {"X": slice(8, 11), "O": slice(0, 3)}


class Position(NamedTuple):
    """The rows of the board, and the side to move."""

    board: Annotated[str, "[XO.]{3}(/[XO.]{3}){2}"] = "XXX/.../OOO"
    turn: str = "X"

    def moves(self) -> list[Step]:
        """Return all steps, origin by origin, straight ahead first."""
        return [
            (origin, target)
            for origin in SQUARES.squares
            if self.board[origin] == self.turn
            for aside in (0, -1, 1)
            if (target := origin + FORWARD[self.turn] + aside) in SQUARES.squares
            and self.board[target] == (OTHER[self.turn] if aside else ".")
        ]

    def play(self, move: Step) -> Position:
        board = list(self.board)
        board[move[0]], board[move[1]] = ".", self.turn
        return Position("".join(board), OTHER[self.turn])

    def outcome(self) -> Outcome | None:
        mover = OTHER[self.turn]
        if mover in self.board[FAR_ROW[mover]]:
            return Outcome(mover, f"{mover} has crossed the board.")
        return None if self.moves() else Outcome(mover, f"{self.turn} cannot move.")

    def text(self, move: Step) -> str:
        return SQUARES.step_text(move)

    def read_move(self, text: str) -> Step:
        return SQUARES.read_step(text)


START = Position()
X_WINS = Position("X../.X./O.O")  # by b2 c2, or by a capture, at once; a1 b1 gives O the win


class Hexapawn(PlainGame):
    """Hexapawn."""

    default_start = START


def new_game() -> Game[Position]:
    """Return the game with an empty table, so that a search does not depend on earlier ones."""
    return Hexapawn()


GAME = new_game()


def position_after(*moves: str, start: Position = START) -> Position:
    """Return the position after some moves."""
    return history_of(*moves, start=start)[-1]


def history_of(*moves: str, start: Position = START) -> list[Position]:
    """Return all positions of a game, from the start on. Raise BadInput at an illegal move."""
    return [start, *(position for _, position in replay(start, moves))]
