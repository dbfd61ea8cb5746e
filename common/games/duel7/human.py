"""The dialogue of a move: a human names a piece, then its new square, or both at once."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from common.games.duel7.board import SQUARES
from common.play.dialogue import HumanPlayer
from common.rules.errors import BadInput, quoted
from common.rules.square_grid import Step
from common.show.window import on_terminal

if TYPE_CHECKING:
    from duel7 import Position


class DuelHuman(HumanPlayer["Position"]):
    """A human player: names a piece and then its new square, or both in one answer."""

    def __call__(self, position: Position) -> Step:
        while True:
            origin, *targets = self.ask(
                position, "Choose piece to move: ", partial(self._read_piece, position)
            )
            prompt = f"Choose the new position for {SQUARES.name(origin)}: "
            read = partial(self._read_target, position, origin)
            target = targets[0] if targets else self.ask(position, prompt, read)
            if target is not None:
                return origin, target

    def _read_piece(self, position: Position, answer: str) -> list[int]:
        """Return the squares that an answer names: [piece] or [piece, target].

        Raise BadInput if it names no such squares or the move is not legal.
        """
        names = re.split(r"[ ,-]+", answer.strip())
        if on_terminal() and re.fullmatch(r"([a-z]\d){2}", answer.lower()):
            names = [answer[:2], answer[2:]]
        if len(names) > 2:
            wanted = "name the piece, or the piece and its new square, e.g. c4 d4"
            raise BadInput(f"{quoted(answer)} is more than a move: {wanted}")
        squares = [SQUARES.read(name) for name in names]
        SQUARES.check_piece(position.own, position.empty, squares[0])
        if len(squares) == 2:
            SQUARES.check_target(squares[0], position.empty, squares[1])
        return squares

    def _read_target(self, position: Position, origin: int, answer: str) -> int | None:
        """Return the target that an answer names; None, to choose another piece, if the answer is empty.

        Raise BadInput if the move is not legal.
        """
        if not answer:
            return None
        target = SQUARES.read(answer)
        SQUARES.check_target(origin, position.empty, target)
        return target
