"""What a game says of itself to the search; it imports nothing that searches before it is asked to."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic

from common.rules.position import P
from common.search.score import Curve, Score

if TYPE_CHECKING:
    from common.kernels.kernel import Kernels, State
    from common.search.compiled_game import CompiledGame
    from common.search.solver import Companion


class Searchable(Generic[P]):
    """`width` is the most moves a position can have, `ints` how many a state is, `fields` what its kernels remember besides.

    Where its words are too long for machine code, nothing `compiles`. `unit` is what scores count, `curve` what
    they are worth: `python tests/bench scale GAME` fits it to games.
    """

    name: str
    sides: tuple[str, str]
    unit = "points"
    curve = Curve()
    width = 128
    ints = 0
    fields: Mapping[str, int] = {}
    compiles = True
    records: Mapping[
        str, Mapping[str, int]
    ] = {}  # fields of the game's own records, by the parameters that take them
    traps = False

    @property
    def kernel_name(self) -> str:
        """The name of its machine code."""
        return self.name

    def sources(self) -> Sequence[Mapping[str, Any]]:
        """The namespaces of the kernels and their constants: the script's own."""
        return [vars(sys.modules[type(self).__module__])]

    def state(self, position: P) -> State:
        """A position as kernels take it, seen from the side to move."""
        raise NotImplementedError

    def single_moves(self, position: P, move: int) -> list[Any]:
        """The single moves of a move of the kernels."""
        raise NotImplementedError

    def words(self, score: int, side: str) -> str:
        """A score of a side for people: who wins, or leads by how much."""
        from common.search.alpha_beta import DECIDED

        leader = side if score > 0 else self.sides[self.sides[0] == side]
        return (
            f"{leader} wins"
            if abs(score) >= DECIDED
            else f"{leader} leads by {abs(score)} {self.unit}"
            if score
            else "even"
        )

    def points(self, score: int) -> float:
        """A score for records."""
        return float(score)

    def score(self, side: str, value: float | None, words: str, proven: bool = False) -> Score:
        """Return a score of a side, its value as records have it."""
        return Score(side, value, words, self.curve if side == self.sides[0] else self.curve.of_other, proven)

    def found_score(self, score: int, side: str, proven: bool) -> Score:
        """Return a score of the kernels for the side to move."""
        return self.score(side, self.points(score), self.words(score, side), proven)

    def book(self, position: P) -> Any:
        """Return the stored move of a position, or None."""
        return None

    def no_book(self, position: P) -> None:
        """Return None: a weakened player has no stored moves."""

    def companion(self, kernels: Kernels, fields: Mapping[str, int], hasty: bool, threads: int) -> Companion:
        """Return what proves positions beside the engine; a `hasty` search ends once the winner is proven."""
        from common.search.solver import Alone

        return Alone()

    @cached_property
    def _linked(self) -> CompiledGame[P]:
        from common.search.compiled_game import CompiledGame

        return CompiledGame(self)

    def linked(self) -> CompiledGame[P]:
        """The kernels of the engine, linked, and what leads from positions to them and back."""
        return self._linked
