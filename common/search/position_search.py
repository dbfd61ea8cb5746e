"""Alpha-beta with iterative deepening on positions, in plain Python, for games without kernels.

Scores equal those of the compiled search (alpha_beta.py) at the same depth. A win is worth WON minus the
plies to it, or DECISIVE_SCORE plus the margin if the game has one. `evaluate` estimates in between. A table
entry is valid only for its own depth, or for all depths if its score depends on no estimate.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple
from zlib import crc32

from common.kernels.deadline import NO_DEADLINE, Deadline
from common.rules.position import Outcome, P
from common.search.alpha_beta import DECISIVE_SCORE, INFINITE, MAX_DEPTH
from common.search.limit import Level
from common.search.results import Report
from common.search.transposition import EXACT, FAR_WON, LOWER, UPPER, WON, hash_words

if TYPE_CHECKING:
    from common.search.game_search import Search

SOLVED = 1 << 20  # depth of an entry whose score depends on no estimate
MAX_ENTRIES = 1 << 20  # maximum number of positions in the table


class PositionGame(Generic[P]):
    """A game without kernels, as the engine sees it: states are positions, moves indices into `moves()`."""

    def __init__(self, game: Search[P]) -> None:
        self.score = game.score_from_kernels
        self._evaluate = game.evaluate

    def state(self, position: P) -> Any:
        """Return the position itself."""
        return position

    def moves(self, position: P, move: int) -> list[Any]:
        """Return the single move with the index `move` in `position.moves()`, in a list."""
        return [position.moves()[move]]

    def static_score(self, position: P) -> int:
        """Return the static evaluation for the side to move, or the final score of a finished game."""
        outcome = position.outcome()
        return self._evaluate(position) if outcome is None else outcome_score(outcome, position.turn, 0)

    @cached_property
    def searcher(self) -> PositionSearch[P]:
        """The searcher that both sides of a game share."""
        return PositionSearch(self)


def best_static_move(static_score: Callable[[P], int], position: P) -> Any:
    """Return the move with the best static score for the side to move after it, the first of several.

    `static_score` is for the side to move in its position.
    """

    def score(move: Any) -> int:
        child: P = position.play(move)
        return static_score(child) if child.turn == position.turn else -static_score(child)

    return max(position.moves(), key=score)


class Entry(NamedTuple):
    """A table entry: score, kind of bound, depth and index of the best move.

    A win in `score` counts plies from the entry's position. `depth` is SOLVED if the score depends on no
    estimate.
    """

    score: int
    bound: int
    depth: int
    move: int


class OutOfTimeError(Exception):
    """The limit was reached in the middle of a depth."""


class PositionSearch(Generic[P]):
    """A Searcher on positions, which keeps its table between moves.

    `level` says which moves are ignored, and how the choice varies; its limit does not matter.
    """

    def __init__(self, game: PositionGame[P], level: Level = Level()) -> None:
        self._game, self._ignored_part = game, level.ignored_part
        self._margin, self._seed = level.noise
        self._table: dict[P, Entry] = {}
        self._nodes, self._deadline = 0, NO_DEADLINE
        self._choice = -1, 0  # the root move that was chosen, and its score

    def think(self, state: Any, deadline: Deadline) -> Iterator[Report]:
        """Yield a report for each finished depth until the deadline or until the score is proven.

        Without time for depth 1 there are none. A weakened player proves nothing.
        """
        began = time.monotonic()
        self._nodes, self._deadline = 0, deadline
        try:
            for depth in range(1, (deadline.depth or MAX_DEPTH) + 1):
                report = self._report(state, depth)
                yield report._replace(seconds=time.monotonic() - began)
                if report.proven:
                    return
        except OutOfTimeError:
            return

    def _report(self, position: P, depth: int) -> Report:
        """Search to one depth and return its report. Raise OutOfTimeError."""
        _, solved = self._search(position, depth, -INFINITE, INFINITE, 0)
        number, score = self._choice
        after = position.play(position.moves()[number])
        line = number, *self._line(after, (MAX_DEPTH if solved else depth) - 1)
        proven = not self._ignored_part and (solved or WON - abs(score) <= depth)
        return Report(number, score, line, depth, self._nodes, 0.0, proven)

    def _search(self, position: P, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, bool]:
        """Return the score for the side to move (fail-soft), and whether it depends on no estimate.

        Raise OutOfTimeError.
        """
        self._count_node()
        if outcome := position.outcome():
            return outcome_score(outcome, position.turn, ply), True
        if depth == 0:
            return self._game.static_score(position), False
        if ply and (known := self._stored_score(position, depth, alpha, beta, ply)):
            return known
        return self._best(position, depth, alpha, beta, ply)

    def _best(self, position: P, depth: int, alpha: int, beta: int, ply: int) -> tuple[int, bool]:
        """Search all moves, store the result and return the best score and whether it is solved."""
        best, chosen, solved, floor = -INFINITE, -1, True, alpha
        slack = self._margin + 1 if ply == 0 and self._seed else 0  # also value moves so much worse
        preferred = -INFINITE, 0
        for number, child in self._children(position):
            same = child.turn == position.turn
            window = (alpha, beta) if same else (-beta, -alpha)
            found, exact = self._search(child, depth - 1, *window, ply + 1)
            score = found if same else -found
            solved = solved and exact
            if score > best:
                best, chosen = score, number
            if ply == 0 and score > alpha and (wish := self._preference(position, number, score)) > preferred:
                preferred, self._choice = wish, (number, score)
            alpha = max(alpha, best - slack)
            if alpha >= beta:
                solved = exact  # a cutoff proves a lower bound, so only its own move matters
                break
        if slack:
            chosen = self._choice[0]  # the next depth begins with it, and may be unfinished
        bound = LOWER if best >= beta else UPPER if best <= floor else EXACT
        self._store(position, Entry(score_to_table(best, ply), bound, SOLVED if solved else depth, chosen))
        return best, solved

    def _children(self, position: P) -> list[tuple[int, P]]:
        """Return the moves by index with the positions after them, in move order, without ignored moves."""
        children = [(number, position.play(move)) for number, move in enumerate(position.moves())]
        if self._ignored_part:
            children = [each for each in children if not self._is_ignored(position, each[0])] or children[:1]
        entry = self._table.get(position)

        def promise(numbered: tuple[int, P]) -> tuple[bool, int]:
            number, child = numbered
            known = self._table.get(child)
            score = known.score if known else 0
            return not (entry and entry.move == number), -score if child.turn == position.turn else score

        return sorted(children, key=promise)

    def _preference(self, position: P, number: int, score: int) -> tuple[int, int]:
        """Rate a root move for the choice: by its score, for a varied level with noise up to the margin.

        Decisive scores have no noise. Among equal moves the seed decides.
        """
        if not self._seed:
            return score, 0
        bits = self._pseudo_random(position, number)
        noise = (bits >> 10) % (self._margin + 1) if abs(score) < DECISIVE_SCORE else 0
        return score + noise, bits

    def _pseudo_random(self, position: P, number: int) -> int:
        """Return 30 bits for the move `number` in a position, by the seed."""
        return hash_words(crc32(repr((position, number)).encode()), 0, self._seed) & 0x3FFFFFFF

    def _is_ignored(self, position: P, number: int) -> bool:
        """Return True for a pseudo-random part of the moves, fixed by the seed, for weakened players."""
        if self._seed:
            return self._pseudo_random(position, number) < self._ignored_part * (1 << 30)
        return crc32(repr((position, number)).encode()) < self._ignored_part * (1 << 32)

    def _stored_score(
        self, position: P, depth: int, alpha: int, beta: int, ply: int
    ) -> tuple[int, bool] | None:
        """Return the stored score and whether it is solved.

        Return None if there is none that is valid for this depth and window.
        """
        entry = self._table.get(position)
        if entry is None or entry.depth not in (depth, SOLVED):
            return None
        score = score_from_table(entry.score, ply)
        settled = (
            entry.bound == EXACT
            or (entry.bound == LOWER and score >= beta)
            or (entry.bound == UPPER and score <= alpha)
        )
        return (score, entry.depth == SOLVED) if settled else None

    def _store(self, position: P, entry: Entry) -> None:
        if len(self._table) >= MAX_ENTRIES:
            self._table.clear()
        self._table[position] = entry

    def _count_node(self) -> None:
        self._nodes += 1
        if self._nodes > self._deadline.budget or self._deadline.expired:
            raise OutOfTimeError

    def _line(self, position: P, most: int) -> Iterator[int]:
        """Yield the moves of the principal variation that are in the table."""
        for _ in range(most):
            entry = self._table.get(position)
            if entry is None or position.outcome():
                return
            yield entry.move
            position = position.play(position.moves()[entry.move])


def outcome_score(outcome: Outcome, side: str, ply: int) -> int:
    """Return the score of a finished game for `side`: 0 for a draw, negative for a loss.

    Its size is DECISIVE_SCORE plus the margin if there is one, else WON minus `ply`, the plies from the root.
    """
    if outcome.winner is None:
        return 0
    size = DECISIVE_SCORE + abs(outcome.margin) if outcome.margin else WON - ply
    return size if outcome.winner == side else -size


def score_to_table(score: int, ply: int) -> int:
    """Convert the score of a position `ply` plies from the root for the table.

    A score beyond FAR_WON counts plies from the root; in the table it counts them from its own
    position. All other scores stay the same, also that of a win by a margin.
    """
    return score + ply if score > FAR_WON else score - ply if score < -FAR_WON else score


def score_from_table(score: int, ply: int) -> int:
    """Convert a score from the table for a position `ply` plies from the root.

    A win in the result counts plies from the root.
    """
    return score - ply if score > FAR_WON else score + ply if score < -FAR_WON else score
