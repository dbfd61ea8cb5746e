"""A person whose moves are steps of a piece to the square beside it: asked for the piece, then for its new square."""

from __future__ import annotations

import re
from functools import partial
from typing import Any, Protocol, TypeVar

from common.play.dialogue import Person
from common.play.game import Game
from common.play.players import PlayerSettings
from common.rules.errors import BadInput, quoted
from common.rules.position import Position
from common.rules.square_grid import Squares, Step


class StepPosition(Position, Protocol):
    """A position whose moves are steps of own pieces to empty squares."""

    @property
    def own(self) -> int:
        """The pieces of the side to move."""

    @property
    def empty(self) -> int:
        """The squares without a piece."""


SP = TypeVar("SP", bound=StepPosition)


class StepPerson(Person[SP]):
    """The second question is not asked if both squares stand in the first answer."""

    def __init__(self, game: Game[SP, Any], settings: PlayerSettings, squares: Squares) -> None:
        super().__init__(game, settings)
        self._squares = squares

    def __call__(self, position: SP) -> Step:
        while True:
            origin, *targets = self.asked(position, "Choose piece to move: ", partial(self._piece, position))
            prompt = f"Choose the new position for {self._squares.name(origin)}: "
            target = targets[0] if targets else self.asked(position, prompt, partial(self._target, position, origin))
            if target is not None:
                return origin, target

    def _piece(self, position: SP, answer: str) -> list[int]:
        """The piece alone, or with its target."""
        names = re.split(r"[ ,-]+", answer.strip())
        if len(names) > 2:
            raise BadInput(f"{quoted(answer)} is more than a move: name the piece, or the piece and its new square, e.g. c4 d4")
        squares = [self._squares.read(name) for name in names]
        self._squares.check_mover(position.own, position.empty, squares[0])
        if len(squares) == 2:
            self._squares.check_target(squares[0], position.empty, squares[1])
        return squares

    def _target(self, position: SP, origin: int, answer: str) -> int | None:
        """The target; None if the person wants another piece."""
        if not answer:
            return None
        target = self._squares.read(answer)
        self._squares.check_target(origin, position.empty, target)
        return target
