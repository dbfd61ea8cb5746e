"""A search on positions, in plain Python, for games without kernels.

Scores equal those of alpha_beta.py at the same depth: a win is worth WON minus the plies to it, or
DECISIVE_SCORE plus the margin if the game has one. `evaluate` estimates in between.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any, Generic

from common.kernels.deadline import NO_DEADLINE, Deadline
from common.rules.position import Outcome, P
from common.search.alpha_beta import DECISIVE_SCORE, INFINITE, MAX_DEPTH
from common.search.limit import Level
from common.search.results import Report
from common.search.transposition import WON

if TYPE_CHECKING:
    from common.search.game_search import Search

Found = tuple[int, bool, tuple[Any, ...]]  # score, whether it depends on no estimate, line of moves
NOTHING: tuple[float, float, int, Found] = 0, 0, 0, (0, False, ())


class OutOfTimeError(Exception):
    """The limit was reached in the middle of a depth."""


class SimpleSearch(Generic[P]):
    """A game without kernels as the engine sees it, and its searcher: states are positions, moves are moves.

    `level` says which moves are ignored, and how the choice varies; its limit does not matter.
    """

    def __init__(self, game: Search[P], level: Level = Level()) -> None:
        self._game, self._level, self.score = game, level, game.score_from_kernels
        self._width = level.noise[0] + 1 if level.noise[1] else 0  # equal moves differ, too
        self._table: dict[Any, tuple[float, float, int, Found]] = {}  # by position and ply
        self._nodes, self._deadline = 0, NO_DEADLINE

    def searcher(self, level: Level, shared: bool = False, thorough: bool = False) -> SimpleSearch[P]:
        """Return the searcher for a level. It is always `thorough`, and never `shared`."""
        return SimpleSearch(self._game, level)

    def state(self, position: P) -> P:
        """Return the position itself."""
        return position

    def moves(self, position: P, move: Any) -> list[Any]:
        """Return the move itself, in a list."""
        return [move]

    def static_score(self, position: P) -> int:
        """Return the static evaluation for the side to move, or the final score of a finished game."""
        outcome = position.outcome()
        return self._game.evaluate(position) if outcome is None else outcome_score(outcome, position.turn, 0)

    def think(self, state: Any, deadline: Deadline) -> Iterator[Report]:
        """Yield a report for each finished depth until the deadline or until the score is proven.

        Without time for depth 1 there are none. A weakened player proves nothing.
        """
        self._nodes, self._deadline = 0, deadline
        self._table.clear()
        for depth in range(1, (deadline.depth or MAX_DEPTH) + 1):
            try:
                score, solved, line = self._search(state, depth, -INFINITE, INFINITE, 0)
            except OutOfTimeError:
                return
            proven = not self._level.ignored_part and (solved or WON - abs(score) <= depth)
            yield Report(line[0], score, line, depth, self._nodes, 0.0, proven)
            if proven:
                return

    def _search(self, position: P, depth: int, alpha: float, beta: float, ply: int) -> Found:
        """Return what is found for the side to move (fail-soft). Raise OutOfTimeError.

        At the root, noise within the level's margin decides between moves.
        """
        self._nodes += 1
        if self._nodes > self._deadline.budget or self._deadline.expired:
            raise OutOfTimeError
        if outcome := position.outcome():
            return outcome_score(outcome, position.turn, ply), True, ()
        if depth == 0:
            return self._game.evaluate(position), False, ()
        low, high, searched, found = self._table.get((position, ply), NOTHING)
        is_valid = ply and (found[1] or searched == depth)
        if is_valid and (low == high or low >= beta or high <= alpha):
            return found
        floor, most, best, solved, line = alpha, -float(INFINITE), 0, True, found[2]
        for move, child in self._children(position, line[:1], ply):
            sign = 1 if child.turn == position.turn else -1
            noise = 0.0 if ply else self._chance(position, (move,)) * self._width
            bottom, top = sorted((sign * (alpha - noise), sign * beta))
            score, exact, rest = self._search(child, depth - 1, bottom, top, ply + 1)
            solved = solved and exact
            wish = sign * score + (noise if abs(score) < DECISIVE_SCORE else 0)
            if wish > most:
                most, best, line = wish, sign * score, (move, *rest)
            alpha = max(alpha, most)
            if alpha >= beta:
                solved = exact  # a cutoff proves a lower bound, so only its own move matters
                break
        bounds = (best if best > floor else -INFINITE), (best if best < beta else INFINITE)
        self._table[position, ply] = *bounds, depth, (best, solved, line)
        return best, solved, line

    def _children(self, position: P, first: tuple[Any, ...], ply: int) -> list[tuple[Any, P]]:
        """Return the moves with the positions after them, in move order, without ignored moves."""
        part, moves = self._level.ignored_part, position.moves()
        seen = [move for move in moves if not part or self._chance(position, move) >= part]

        def promise(pair: tuple[Any, P]) -> tuple[bool, int]:
            score = self._table.get((pair[1], ply + 1), NOTHING)[3][0]
            return (pair[0],) != first, -score if pair[1].turn == position.turn else score

        return sorted([(move, position.play(move)) for move in seen or moves[:1]], key=promise)

    def _chance(self, position: P, event: Any) -> float:
        """Return a pseudo-random number below 1 for an event in a position, always the same by the seed."""
        return Random(repr((position, event, self._level.seed))).random()


def outcome_score(outcome: Outcome, side: str, ply: int) -> int:
    """Return the score of a finished game for `side`: 0 for a draw, negative for a loss.

    Its size is DECISIVE_SCORE plus the margin if there is one, else WON minus `ply`, the plies from the root.
    """
    if outcome.winner is None:
        return 0
    size = DECISIVE_SCORE + abs(outcome.margin) if outcome.margin else WON - ply
    return size if outcome.winner == side else -size
