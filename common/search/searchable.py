"""What a game says of itself to the search; it imports nothing that searches before it is asked to."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, final

from common.rules.position import P
from common.search.score import Curve, Score

if TYPE_CHECKING:
    from common.kernels.kernel import Kernels, State
    from common.search.compiled_game import CompiledGame
    from common.search.engine import SearchedGame
    from common.search.position_search import PositionGame
    from common.search.solver import Companion


class Searchable(Generic[P]):
    """`width` is the most moves a position can have, `ints` how many a state is, `fields` what its kernels remember besides.

    `unit` is what scores count, `curve` what
    they are worth: `python tests/bench scale GAME` fits it to games.
    """

    unit = "points"
    curve = Curve()
    win = 1000.0
    size = 0  # of the board in matches, where there is a choice
    width = 128
    ints = 0
    fields: Mapping[str, int] = {}

    @property
    def name(self) -> str:
        """What the game is called, as its script."""
        raise NotImplementedError

    @property
    def sides(self) -> tuple[str, str]:
        """The sides, the first one first."""
        raise NotImplementedError

    def evaluate(self, position: P) -> int:
        """Guess how many points the side to move is ahead, for a search without kernels."""
        return 0

    @property
    @final
    def has_kernels(self) -> bool:
        """True for a game whose positions have states, which its kernels search."""
        return self.ints > 0

    @property
    @final
    def kernel_name(self) -> str:
        """The name of its machine code."""
        return f"{self.name}{self.size or ''}"

    def sources(self) -> Sequence[Mapping[str, Any]]:
        """Return the namespaces of the kernels and their constants, by default the script's own.

        One may have RECORDS, the fields of the game's own records by the parameters that take them; COMPILES is False where
        words are too long for machine code.
        """
        return [vars(sys.modules[type(self).__module__])]

    def state(self, position: P) -> State:
        """A position as kernels take it, seen from the side to move."""
        raise NotImplementedError

    def single_moves(self, position: P, move: int) -> list[Any]:
        """The single moves of a move of the kernels: one, which is the same number, by default."""
        return [move]

    def words(self, score: int, side: str) -> str:
        """A score of a side for people: who wins, or leads by how much."""
        from common.search.alpha_beta import DECIDED
        from common.search.transposition import FAR_WON

        leader, size = side if score > 0 else self.sides[self.sides[0] == side], abs(score)
        if size > FAR_WON:
            return f"{leader} wins"
        if size > DECIDED:
            return f"{leader} wins by {size - DECIDED}"
        return f"{leader} leads by {size} {self.unit}" if score else "even"

    def points(self, score: int) -> float:
        """A score for records: that of a win without a margin is `win`."""
        from common.search.alpha_beta import DECIDED
        from common.search.transposition import FAR_WON

        size = abs(score)
        points = self.win if size > FAR_WON else size - DECIDED if size > DECIDED else size
        return float(points if score > 0 else -points)

    @final
    def score(self, side: str, value: float | None, words: str, proven: bool = False) -> Score:
        """Return a score of a side, its value as records have it."""
        return Score(side, value, words, self.curve if side == self.sides[0] else self.curve.of_other, proven)

    @final
    def found_score(self, score: int, side: str, proven: bool) -> Score:
        """Return a score of the kernels for the side to move."""
        return self.score(side, self.points(score), self.words(score, side), proven)

    def book(self, position: P) -> Any:
        """Return the stored move of a position, or None."""
        return None

    @final
    def no_book(self, position: P) -> None:
        """Return None: a weakened player has no stored moves."""

    def companion(self, kernels: Kernels, fields: Mapping[str, int], threads: int) -> Companion:
        """Return the solver beside the engine's search."""
        from common.search.solver import Alone

        return Alone()

    @cached_property
    def _linked(self) -> CompiledGame[P]:
        from common.search.compiled_game import CompiledGame

        return CompiledGame(self)

    @cached_property
    def _positions(self) -> PositionGame[P]:
        from common.search.position_search import PositionGame

        return PositionGame(self)

    @final
    def searched(self) -> SearchedGame[P]:
        """Return what the engine searches: the linked kernels, or positions where there are none."""
        return self.linked() if self.has_kernels else self._positions

    @final
    def linked(self) -> CompiledGame[P]:
        """The kernels of the engine, linked, and what leads from positions to them and back."""
        return self._linked
