"""The duel for the engine: its kernels, its states and the meaning of its scores.

It knows the fields of a position, never the script.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from common.games.duel7 import evaluation, kernels, practical_chances, square_shapes
from common.games.duel7.board import SQUARES
from common.games.duel7.evaluation import SPACE
from common.kernels.kernel import State
from common.rules import square_grid
from common.rules.square_grid import Step, step_of
from common.search import leads
from common.search.game_search import Search
from common.search.leads import describe_lead, lead_size
from common.search.move_order import PLIES
from common.search.results import Question, Solution
from common.search.score import Curve
from common.search.solve import solve_by_search
from common.search.transposition import WON


class DuelSearch(Search[Any]):
    """The kernels of the duel, and scores in squares of moveable space."""

    unit = "squares"
    win_score = float(len(SQUARES.squares))  # a win by immobility counts as the whole board
    state_size = 3
    solve_options = frozenset({"seed"})

    def curve(self, start: Any) -> Curve:
        return Curve(0.83)  # fitted to games (c29947cf)

    def explain_score(self, score: int, side: str) -> tuple[float, str]:
        """Return a score for `side` in squares, negative if it is behind, and in words.

        A win by immobility counts as the whole board.
        """
        leader, size = side if score > 0 else self.sides[self.sides[0] == side], abs(score)
        if size > WON - PLIES:
            squares, words = self.win_score, f"{leader} wins, no move left after {WON - size}"
        else:
            squares, words = lead_size(score) / SPACE, describe_lead(score, leader, SPACE)
        return squares if score > 0 else -squares, words

    def sources(self, size: int) -> Sequence[Mapping[str, Any]]:
        """Return the kernels of the rules, the evaluation and the practical chances; `size` is ignored."""
        rules = square_grid, leads, kernels
        own = square_shapes, evaluation, practical_chances
        return (*map(vars, rules), *map(vars, own), SQUARES.constants())

    def state(self, position: Any) -> State:
        """Return a position as a state of the kernels: own pieces, the other side's, the turns left."""
        pieces = (position.x, position.o) if position.turn == "X" else (position.o, position.x)
        return (*pieces, position.turns_left)

    def single_moves(self, position: Any, move: int) -> list[Step]:
        """Return a list of one move: that of the kernels as (origin, target)."""
        return [step_of(move)]

    def solve(self, start: Any, question: Question) -> Solution:
        x, o = (min(4 * pieces.bit_count(), start.empty.bit_count()) for pieces in (start.x, start.o))
        bounds = f"unless one side gets stuck, X wins by at most {x}, O by at most {o}"
        return solve_by_search(self.compiled(), start, question, bounds)


SEARCH = DuelSearch()
