"""The search part of a game: its kernels or evaluation, its solver and the meaning of its scores.

Modules that search are imported only when needed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, final

from common.rules.position import Outcome, P
from common.search.score import Curve, Score

if TYPE_CHECKING:
    from common.kernels.kernel import Kernels, State
    from common.search.compiled_game import CompiledGame
    from common.search.prover import Companion
    from common.search.results import Question, Solution
    from common.search.simple_search import SimpleSearch
    from common.search.think import SearchedGame


class SeatScore(NamedTuple):
    """A score by which matches compare two players in the same seat.

    `measure` returns how well the first side did, in `unit`, from the outcome and the number of plies.
    """

    unit: str
    measure: Callable[[Outcome, int], float]


class Search(Generic[P]):
    """The search specification of a game and the meaning of its scores. A game sets `name` and `sides`.

    `unit` is the unit of scores, `win_score` the score of a win without a margin. Matches count points by
    default. With a `seat_score` they compare what both players achieved in the same seat. `state_size` is the
    length of a kernel state, 0 without kernels. `solve_options` are the options of `solve` besides --seconds
    and --json.
    """

    name: str
    sides: tuple[str, str]
    unit = "points"
    win_score = 1000.0
    seat_score: SeatScore | None = None
    state_size = 0
    solve_options: frozenset[str] = frozenset()

    def __init__(self) -> None:
        self._compiled: dict[int, CompiledGame[P]] = {}
        self._simple: SimpleSearch[P] | None = None

    # Scores

    def curve(self, start: P) -> Curve:
        """Return the curve from scores of the first side to expected scores in `start`, fitted to games."""
        return Curve()

    def explain_score(self, score: int, side: str) -> tuple[float, str]:
        """Convert a kernel score for `side` to the game's unit (for records) and to words: who wins or leads.

        The value is for `side`, too. A win without a margin has the value `win_score`.
        """
        from common.search.alpha_beta import DECISIVE_SCORE
        from common.search.transposition import FAR_WON

        leader, size = side if score > 0 else self.sides[self.sides[0] == side], abs(score)
        if size > FAR_WON:
            points, words = self.win_score, f"{leader} wins"
        elif size > DECISIVE_SCORE:
            points, words = float(size - DECISIVE_SCORE), f"{leader} wins by {size - DECISIVE_SCORE}"
        else:
            points, words = float(size), f"{leader} leads by {size} {self.unit}" if score else "even"
        return points if score > 0 else -points, words

    @final
    def score(self, start: P, side: str, value: float | None, words: str, proven: bool = False) -> Score:
        """Return the Score of a side in the position `start`.

        `value` is for that side, in the game's unit, or None if unknown. The words of an outlook replace
        `words`.
        """
        is_first, curve = side == self.sides[0], self.curve(start)
        score = Score(side, value, words, curve if is_first else curve.for_other_side, proven)
        if proven or value is None or not curve.outlook:
            return score
        outlook = curve.outlook(value if is_first else -value, None)
        return score._replace(outlook=outlook, words=outlook.words)

    @final
    def score_from_kernels(self, position: P, score: int, proven: bool) -> Score:
        """Convert a kernel score for the side to move to a Score."""
        from common.search.transposition import FAR_WON, WON

        found = self.score(position, position.turn, *self.explain_score(score, position.turn), proven)
        return self.with_length(found, position, WON - abs(score)) if abs(score) > FAR_WON else found

    @final
    def with_length(self, score: Score, position: P, plies: int) -> Score:
        """Return a score with the outlook of a game that provably ends after `plies` plies.

        Without a proof, or an outlook, return it unchanged.
        """
        outlook = self.curve(position).outlook
        return score._replace(outlook=outlook(0.0, plies)) if score.proven and outlook else score

    # The search on positions

    def evaluate(self, position: P) -> int:
        """Estimate by how many points the side to move is ahead, for a search without kernels (default 0).

        The estimate lies within +-DECISIVE_SCORE.
        """
        return 0

    # The search on states, by kernels

    def size(self, position: P) -> int:
        """Return the side length of the board in a game with boards of several sizes, 0 in all others."""
        return 0

    def sources(self, size: int) -> Sequence[Mapping[str, Any]]:
        """Return the namespaces of the kernels and constants, by default the module of the game's class.

        WIDTH is the maximum number of moves in a position. A namespace may define FIELDS, additional fields
        of the kernels' memory, and RECORDS, the fields of the game's own records by parameter. COMPILES is
        False if a value does not fit into machine words. `size` is that of the board.
        """
        return [vars(sys.modules[type(self).__module__])]

    def state(self, position: P) -> State:
        """Convert a position to a kernel state, seen from the side to move. Games with kernels define it."""
        raise NotImplementedError

    def single_moves(self, position: P, move: int) -> list[Any]:
        """Return the single moves of a kernel's move from `position`, in order of play.

        By default it is one move with the same number.
        """
        return [move]

    def companion(self, size: int, kernels: Kernels, fields: Mapping[str, int], thorough: bool) -> Companion:
        """Return the prover that runs beside the engine's search, by default one that proves nothing.

        It runs `kernels`. `fields` are those of the kernels' memory. A `thorough` search is that of `solve`.
        """
        from common.search.prover import Companion

        return Companion()

    @final
    def compiled(self, size: int = 0) -> CompiledGame[P]:
        """Return the kernels linked for a board size, linked once for each size, not yet compiled."""
        if size not in self._compiled:
            from common.search.compiled_game import CompiledGame

            self._compiled[size] = CompiledGame(self, size)
        return self._compiled[size]

    @final
    def searched_game(self, position: P) -> SearchedGame[P]:
        """Return the game that the engine searches: the linked kernels, or without kernels a SimpleSearch.

        Return the same object for all positions of one board size.
        """
        if self.state_size:
            return self.compiled(self.size(position))
        if self._simple is None:
            from common.search.simple_search import SimpleSearch

            self._simple = SimpleSearch(self)
        return self._simple

    # Proofs

    def proves_without_limit(self, words: Sequence[str]) -> bool:
        """Return True if the proof of the start that the words give needs no time limit (default False)."""
        return False

    def solve(self, start: P, question: Question) -> Solution:
        """Solve a position as far as the limit of the request allows, by default by search.

        Raise BadInput if the request is wrong or the limit too short, OSError if a file cannot be used.
        """
        from common.search.solve import solve_by_search

        return solve_by_search(self.searched_game(start), start, question)
