"""Walls for the engine: the kernels of each board size, the proofs, and the meaning of scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from common.games.walls import (
    endgame_length,
    evaluation,
    longest_path,
    moves,
    proof_table,
    target_search,
    territory,
    wide_boards,
    wide_cells,
)
from common.games.walls.board import BRICK, LARGEST_SIZE, LETTERS, MOVES
from common.games.walls.moves import state_of
from common.games.walls.solver import ValueCompanion
from common.games.walls.start_solution import solve_by_prover, solve_by_strategy
from common.kernels.kernel import Kernels
from common.rules.position import Outcome
from common.search.alpha_beta import DECISIVE_SCORE
from common.search.game_search import Search, SeatScore
from common.search.leads import describe_lead, lead_size
from common.search.results import Question, Solution
from common.search.score import Curve
from common.search.solve import solve_by_search

if TYPE_CHECKING:
    from walls import Position

LARGEST_PROVABLE = 5  # largest size whose positions, without idle moves, fit an entry of the proof table
SMALLEST_COMPILED = 5  # smallest size that is worth compiling
LARGEST_ONE_WORD = 7  # largest size with sets of squares in one machine word
LARGEST_TWO_WORDS = 11  # largest size with sets in two words; larger boards are searched in plain Python
# All sizes solve separated players, which needs no proof table.
COMMON_CONSTANTS = {
    "WIDTH": len(MOVES),
    "FIELDS": target_search.FIELDS,
}
CURVES = {5: Curve(0.81), 7: Curve(0.49), 9: Curve(0.25)}  # fitted to games (c29947cf)


def is_wide(size: int) -> bool:
    """Return True for 9x9 and 11x11, whose sets of squares take two machine words."""
    return LARGEST_ONE_WORD < size <= LARGEST_TWO_WORDS


def lead_of_a(outcome: Outcome, plies: int) -> float:
    """Return by how many bricks A is ahead at the end."""
    return float(outcome.margin if outcome.winner == LETTERS[0] else -outcome.margin)


class WallsSearch(Search["Position"]):
    """The kernels for each board size; scores are leads in bricks."""

    state_size = 5
    win_score = float(LARGEST_SIZE**2)
    unit = "bricks"
    seat_score = SeatScore(unit, lead_of_a)

    state = staticmethod(state_of)

    def size(self, position: Position) -> int:
        return position.size

    def curve(self, start: Position) -> Curve:
        return CURVES[min(max(start.size, 5), 9)]

    def sources(self, size: int) -> Sequence[Mapping[str, Any]]:
        """Return the kernels and constants of a size; later namespaces override names of earlier ones."""
        modules = [longest_path, moves, territory, endgame_length, evaluation]
        proofs = [target_search, proof_table] if size <= LARGEST_PROVABLE else []
        wide = [wide_cells, wide_boards] if is_wide(size) else []
        constants = (
            longest_path.board_constants(size),
            {"COMPILES": SMALLEST_COMPILED <= size <= LARGEST_TWO_WORDS},
        )
        return COMMON_CONSTANTS, *map(vars, modules + proofs), *constants, *map(vars, wide)

    def single_moves(self, position: Position, move: int) -> list[str]:
        return [MOVES[move]]

    def explain_score(self, score: int, side: str) -> tuple[float, str]:
        """Return a score for `side` in whole bricks, and in words.

        Parts of a brick only order moves: an estimate of half a brick or less is even.
        """
        if abs(score) < DECISIVE_SCORE:
            size = (abs(score) + BRICK // 2 - 1) // BRICK * BRICK
            score = size if score > 0 else -size
        leader, lead = side if score > 0 else self.sides[side == self.sides[0]], lead_size(score) / BRICK
        return lead if score >= 0 else -lead, describe_lead(score, leader, BRICK)

    def companion(
        self, size: int, kernels: Kernels, fields: Mapping[str, int], thorough: bool
    ) -> ValueCompanion:
        return ValueCompanion(kernels, fields, size <= LARGEST_PROVABLE)

    def proves_without_limit(self, words: Sequence[str]) -> bool:
        """Return True for N alone."""
        return len(words) == 1

    def solve(self, position: Position, question: Question) -> Solution:
        """Solve the starts of 3x3 and 5x5; elsewhere search for a proof. Raise BadInput."""
        if position.is_start and position.size == 3:
            starts = position, position._replace(mover=1)
            return solve_by_prover(self.compiled(3), starts, question)
        if position.is_start and position.size == 5:
            return solve_by_strategy(self.compiled(5), position, question)
        bounds = f"A and B win by at most {position.size**2}"
        return solve_by_search(self.searched_game(position), position, question, bounds)


SEARCH = WallsSearch()
