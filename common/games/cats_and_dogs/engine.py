"""Cats & Dogs for the engine: its kernels, its states and the meaning of its scores.

It knows the fields of a position, never the script.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from common.games.cats_and_dogs import (
    double_moves,
    evaluation,
    kernels,
    proof_moves,
    proof_number,
    safe_captures,
    square_lines,
)
from common.games.cats_and_dogs.board import SQUARES
from common.games.cats_and_dogs.double_moves import WIDTH, single_moves
from common.games.cats_and_dogs.evaluation import SAFE
from common.games.cats_and_dogs.expected_captures import captures_outlook, cats_log_odds
from common.kernels.kernel import Kernels, State
from common.rules import square_grid
from common.rules.position import Outcome
from common.rules.square_grid import Step
from common.search.alpha_beta import DECISIVE_SCORE
from common.search.game_search import Search, SeatScore
from common.search.move_order import PLIES
from common.search.prover import Companion
from common.search.results import Question, Solution
from common.search.score import Curve
from common.search.transposition import WON

MOST_CAT_MOVES = 50  # more cat moves than any game has


def cat_moves(outcome: Outcome, plies: int) -> float:
    """Return the number of the cats' moves; a win of theirs counts as MOST_CAT_MOVES, more than any loss."""
    return MOST_CAT_MOVES if outcome.winner == "cat" else plies / 3


class CatsDogsSearch(Search[Any]):
    """The kernels of the game, proofs of the winner, and scores in safe captures."""

    unit = "safe captures"
    win_score = 100.0
    seat_score = SeatScore("cat moves", cat_moves)
    state_size = 3
    solve_options = frozenset({"memory"})

    def curve(self, start: Any) -> Curve:
        """Return a flat curve by the dogs left: safe captures tell how long the cats last, not who wins."""
        dogs = start.dogs.bit_count()
        outlook = partial(captures_outlook, dogs=dogs, dogs_move=start.step > 0)
        return Curve(0, cats_log_odds(dogs), outlook=outlook)

    def explain_score(self, score: int, side: str) -> tuple[float, str]:
        """Return a score for `side` in safe captures, negative if it is behind, and in words.

        A win counts as 100 safe captures. The words give its number of cat moves if that is known.
        """
        if abs(score) < DECISIVE_SCORE:
            worth = (score if side == "cat" else -score) / SAFE
            return score / SAFE, f"worth {worth:.1f} safe captures to the cats"
        points, winner = (self.win_score, side) if score > 0 else (-self.win_score, self.sides[side == "cat"])
        if abs(score) <= WON - PLIES:
            return points, f"{winner} wins"
        moves = (WON - abs(score) + (side == "cat")) // 2
        return points, f"{winner} wins in {moves} cat move{'s' * (moves != 1)}"

    def sources(self, size: int) -> Sequence[Mapping[str, Any]]:
        """Return the kernels of the rules, the evaluation, the moves and the proofs; `size` is ignored."""
        rules = square_grid, square_lines, double_moves, safe_captures, evaluation, kernels
        remembered = {"FIELDS": proof_number.fields(WIDTH)}
        return (*map(vars, rules), vars(proof_moves), vars(proof_number), SQUARES.constants(), remembered)

    def state(self, position: Any) -> State:
        """Return a position as a state of the kernels: the cats, the dogs and the step."""
        return tuple(position)

    def single_moves(self, position: Any, move: int) -> list[Step]:
        return single_moves(move)

    def companion(self, size: int, kernels: Kernels, fields: Mapping[str, int], thorough: bool) -> Companion:
        """Return the prover of the winner that runs before and after the engine's search."""
        from common.games.cats_and_dogs.win_prover import WinCompanion
        from common.search.prover import Companion

        return Companion() if thorough else WinCompanion(kernels, fields)

    def solve(self, start: Any, question: Question) -> Solution:
        """Prove the winner and the length of the win by proof numbers.

        Raise BadInput if the limit is too short for any result.
        """
        from common.games.cats_and_dogs.win_prover import solve_by_proof_numbers

        return solve_by_proof_numbers(self.compiled(), start, question)


SEARCH = CatsDogsSearch()
