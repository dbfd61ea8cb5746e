"""The engine: a player that searches until its deadline and plays the best move found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic

from common.kernels.deadline import Deadline
from common.rules.errors import BadInput
from common.rules.position import P, PendingMoves
from common.search.alpha_beta import DECISIVE_SCORE
from common.search.compiled_game import CompiledGame
from common.search.iterative_deepening import IterativeDeepening, Searcher, table_bits
from common.search.limit import Level, Limit
from common.search.position_search import PositionGame, PositionSearch, best_static_move
from common.search.progress import Progress, no_progress
from common.search.results import Insight, Report
from common.search.score import Score

SearchedGame = CompiledGame[P] | PositionGame[P]


class Engine(Generic[P]):
    """A player that searches.

    `last` is the report of the last search, None if that had no time, or if the last decision took no search.
    `book` returns the move to play in a position without a search, or None.
    """

    def __init__(
        self,
        linked: SearchedGame[P],
        searcher: Searcher,
        limit: Limit,
        book: Callable[[P], Any] = lambda _: None,
        progress: Progress = no_progress,
    ) -> None:
        self._linked, self._searcher, self._limit, self._book = linked, searcher, limit, book
        self._watch = progress
        self.last: Report | None = None
        self._position: P | None = None  # the position that `last` belongs to
        self._plan = PendingMoves()

    def __call__(self, position: P) -> Any:
        """Return the best move within the engine's limit, as `move` does. Its time starts now."""
        return self.move(position, self.deadline())

    def move(self, position: P, deadline: Deadline) -> Any:
        """Return the best move before a deadline, which replaces the engine's own limit.

        It does not search for a book move, an only move or the later moves of a decision of several moves.
        Without time to search, it is the move with the best static evaluation after it.
        """
        return self._plan.pop(position) or self._plan.store(position, self._decide(position, deadline))

    def deadline(self) -> Deadline:
        """Return the deadline of a search that starts now, by the engine's limit."""
        return Deadline.from_limit(self._limit)

    def _decide(self, position: P, deadline: Deadline) -> list[Any]:
        self.last, moves = None, position.moves()
        if (known := self._book(position)) is not None:
            return [known]
        if len(moves) < 2:
            return moves
        found = self.search(position, deadline)
        return (
            self._linked.moves(position, found.move)
            if found
            else [best_static_move(self._linked.static_score, position)]
        )

    def search(self, position: P, deadline: Deadline) -> Report | None:
        """Search until the deadline, even for a book move or an only move. Return the last report.

        It becomes `last`. Without any time, it is None.
        """
        self._position, self.last = position, None
        with self._watch(self._limit.seconds) as say:
            reports = self._searcher.think(self._linked.state(position), deadline)
            for report in with_mean_scores(reports):
                self.last = report
                if self._watch is not no_progress:  # formatting takes time that a move may not have
                    say(self.describe(position, report))
        return self.last

    def insight(self, position: P) -> Insight:
        """Analyse a position within the engine's limit by a search, never by the book.

        Raise BadInput if the limit is too short for a first search.
        """
        report = self.search(position, self.deadline())
        if report is None:
            limits = " ".join(f"--{name} {value}" for name, value in self._limit.record_fields().items())
            raise BadInput(f"{limits}: too short to search anything")
        score = self._score(position, report)
        words = "draw" if report.proven and report.score == 0 else score.words
        score = score._replace(value=(score.value or 0.0) + 0.0, words=words)  # no -0.0
        return Insight(score, line_texts(self._linked, position, report), report.depth)

    def record_fields(self) -> dict[str, Any]:
        """Return score, depth and proven of the last report for a record, or nothing if there is none.

        The score is in the game's unit, for the side to move in the position that was searched.
        """
        if self.last is None or self._position is None:
            return {}
        score = self._score(self._position, self.last)
        return {"score": score.value, "depth": self.last.depth, "proven": score.proven}

    def describe(self, position: P, report: Report) -> str:
        """Describe a report on `position` in words: depth, best move, score."""
        move = ", ".join(map(position.text, self._linked.moves(position, report.move)))
        return f"depth {report.depth}  {move}  {self._score(position, report).text}"

    def _score(self, position: P, report: Report) -> Score:
        """Return the score of a report for the side to move."""
        return self._linked.score(position, report.shown_score, report.proven)


def with_mean_scores(reports: Iterable[Report]) -> Iterator[Report]:
    """Yield the reports of a search with their mean scores.

    Whoever moves last before the evaluation looks better, so the scores of even and odd depths alternate. The
    mean of the last even and the last odd depth does not. Proven and decisive scores stay as they are.
    """
    latest: dict[int, int] = {}  # the last score of even depths (0) and of odd ones (1)
    for report in reports:
        if report.proven or abs(report.score) >= DECISIVE_SCORE:
            latest.clear()
            yield report
            continue
        latest[report.depth % 2] = report.score
        # Truncated towards 0, so that both sides see the same size.
        yield report._replace(mean_score=int(sum(latest.values()) / len(latest)))


def own_engine(linked: CompiledGame[P], level: Level, book: Callable[[P], Any] = lambda _: None) -> Engine[P]:
    """Return an engine with a table of its own, for many games side by side."""
    searcher = IterativeDeepening(linked, linked.instance(), bits=table_bits(level.limit), level=level)
    return Engine(linked, searcher, level.limit, book=book)


def position_engine(
    game: PositionGame[P], level: Level, own_table: bool, progress: Progress, book: Callable[[P], Any]
) -> Engine[P]:
    """Return an engine for a game without kernels.

    With `own_table`, or if the level ignores moves or varies, it has a table of its own. Otherwise it shares
    the game's.
    """
    is_own = own_table or level.ignored_part or level.varies
    searcher = PositionSearch(game, level) if is_own else game.searcher
    return Engine(game, searcher, level.limit, book, progress)


def line_texts(linked: SearchedGame[P], position: P, report: Report) -> tuple[str, ...]:
    """Return the principal variation of a report on `position` as texts of single moves, best move first.

    If the report has no line, return only the best move.
    """
    line = []
    for decision in report.line or (report.move,):
        for move in linked.moves(position, decision):
            line.append(position.text(move))
            position = position.play(move)
    return tuple(line)
