"""What a game says of its search and of its scores; it imports nothing that searches before it is asked to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, final

from common.rules.position import Outcome, P
from common.search.score import Curve, Score

if TYPE_CHECKING:
    from common.kernels.kernel import Kernels, State
    from common.search.compiled_game import CompiledGame
    from common.search.engine import SearchedGame
    from common.search.position_search import PositionGame
    from common.search.results import Question, Solution
    from common.search.solver import Companion


class SeatScore(NamedTuple):
    """How well the first side did, in a `unit`, by the outcome and the plies: matches compare it seat by seat."""

    unit: str
    of: Callable[[Outcome, int], float]


class Search(Generic[P]):
    """The search specification of a game, and the meaning of its scores. A game sets `name` and `sides`.

    `unit` is what scores count, `win` the score of a win without a margin. Matches are decided by points, or by who did better in
    the same seat if there is a `seat` score. `ints` is the length of a state: 0 for a game without kernels. `questions` are the
    options of `solve` beside --seconds and --json.
    """

    name: str
    sides: tuple[str, str]
    unit = "points"
    win = 1000.0
    seat: SeatScore | None = None
    ints = 0
    questions: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self._compiled: dict[int, CompiledGame[P]] = {}
        self._positions: PositionGame[P] | None = None

    # Scores

    def curve(self, start: P) -> Curve:
        """Return what scores mean in games from a start: `python tests/bench scale GAME` fits that to games."""
        return Curve()

    def meaning(self, score: int, side: str) -> tuple[float, str]:
        """Return a score of the kernels in the game's unit, for records, and in words: who wins, or leads by how much.

        A win without a margin is `win`.
        """
        from common.search.alpha_beta import DECIDED
        from common.search.transposition import FAR_WON

        leader, size = side if score > 0 else self.sides[self.sides[0] == side], abs(score)
        if size > FAR_WON:
            points, words = self.win, f"{leader} wins"
        elif size > DECIDED:
            points, words = float(size - DECIDED), f"{leader} wins by {size - DECIDED}"
        else:
            points, words = float(size), f"{leader} leads by {size} {self.unit}" if score else "even"
        return points if score > 0 else -points, words

    @final
    def score(self, start: P, side: str, value: float | None, words: str, proven: bool = False) -> Score:
        """Return a score of a side, its value as records have it, in a game from a start."""
        curve = self.curve(start)
        return Score(side, value, words, curve if side == self.sides[0] else curve.of_other, proven)

    @final
    def found_score(self, position: P, score: int, proven: bool) -> Score:
        """Return a score of the kernels for the side to move."""
        return self.score(position, position.turn, *self.meaning(score, position.turn), proven)

    # The search on positions

    def evaluate(self, position: P) -> int:
        """Guess how many points the side to move is ahead, for a search without kernels."""
        return 0

    # The search on states, by kernels

    def size(self, position: P) -> int:
        """Return the side of the board, in a game that has boards of several sizes; 0 in all others."""
        return 0

    def sources(self, size: int) -> Sequence[Mapping[str, Any]]:
        """Return the namespaces of the kernels and their constants, by default the script's own.

        WIDTH is the most moves that a position can have. One may have FIELDS, what the kernels remember besides; RECORDS, the
        fields of the game's own records by the parameters that take them; COMPILES is False where words are too long for
        machine code.
        """
        return [vars(sys.modules[type(self).__module__])]

    def state(self, position: P) -> State:
        """Return a position as kernels take it, seen from the side to move."""
        raise NotImplementedError

    def single_moves(self, position: P, move: int) -> list[Any]:
        """Return the single moves of a move of the kernels: one, which is the same number, by default."""
        return [move]

    def companion(self, size: int, kernels: Kernels, fields: Mapping[str, int], threads: int) -> Companion:
        """Return the solver beside the engine's search."""
        from common.search.solver import Alone

        return Alone()

    @final
    def compiled(self, size: int = 0) -> CompiledGame[P]:
        """Return the linked kernels for a size of the board."""
        if size not in self._compiled:
            from common.search.compiled_game import CompiledGame

            self._compiled[size] = CompiledGame(self, size)
        return self._compiled[size]

    @final
    def on(self, position: P) -> SearchedGame[P]:
        """Return what the engine searches from a position: the linked kernels, or positions where there are none."""
        if self.ints:
            return self.compiled(self.size(position))
        if self._positions is None:
            from common.search.position_search import PositionGame

            self._positions = PositionGame(self)
        return self._positions

    # Proofs

    def solve(self, start: P, question: Question) -> Solution:
        """Return what is proven of a position. Raise BadInput or OSError."""
        from common.search.solve import solved

        return solved(self.on(start), start, question)
