"""The engine: it searches ply by ply deeper until its deadline, and plays the best move."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias

from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels, State
from common.rules.errors import BadInput
from common.rules.position import P, PendingMoves
from common.search.alpha_beta import DECISIVE_SCORE, MAX_DEPTH, NO_MOVE
from common.search.limit import Level, Limit
from common.search.move_order import PLIES
from common.search.prover import Companion
from common.search.results import Insight, Progress, Report, no_progress
from common.search.score import Score

if TYPE_CHECKING:
    from common.search.compiled_game import CompiledGame
    from common.search.simple_search import SimpleSearch

    SearchedGame: TypeAlias = CompiledGame[P] | SimpleSearch[P]

ASPIRATION_WINDOW = 15  # how far a score may be from the last depth's before a re-search
STABLE_DEPTHS = 3  # depths without a new best move after which half the time suffices
CHANCE_TURNS = 3  # turns that the search for practical chances looks ahead
MIN_TABLE_BITS = 14  # minimum and maximum bits of the number of table entries
MAX_TABLE_BITS = 22
MAX_THINKERS = 4  # two players, coach and hints; a table takes up to 100 MB
INTERVAL = 1 << 14  # nodes between two polls


class Searcher(Protocol):
    """A search for the engine. It leaves the seconds of its reports to the engine."""

    def think(self, state: Any, deadline: Deadline) -> Iterator[Report]:
        """Yield reports, each at least as deep as the last, until the deadline or a proof.

        A search may end earlier. Without any time there are no reports. The last report is the result.
        """


class Thinker:
    """A search by kernels that keeps its table (2 ** bits entries) and its history between moves.

    It stops at half the time once the best move has not changed for STABLE_DEPTHS depths. In a proven loss it
    uses its whole limit, and it chooses among the moves that keep a proven draw. `level` says which moves are
    ignored, and how the choice varies; its limit does not matter. A level that ignores moves proves nothing
    beside its search. A `thorough` search, for `solve`, reduces nothing, so that no shorter win is missed,
    and never stops early.
    """

    def __init__(
        self,
        linked: CompiledGame[Any],
        kernels: Kernels,
        bits: int = MAX_TABLE_BITS,
        level: Level = Level(),
        thorough: bool = False,
    ) -> None:
        self._kernels, self._thorough = kernels, thorough
        self._seeks_chances = not (thorough or level.ignored_part)
        self._has_drawn_chances = self._seeks_chances and linked.has_practical_chances
        none = Companion()
        self._companion = none if level.ignored_part else linked.companion(kernels, linked.fields, thorough)
        self._table: Any = kernels.memory(linked.sized_table(bits))
        self._table.mask = (1 << bits) - 1
        self._memory = memory = kernels.memory(linked.fields)
        memory.thorough, memory.ignored = int(thorough), int(level.ignored_part * 1024)
        memory.margin, memory.seed = level.noise
        memory.window = ASPIRATION_WINDOW + memory.margin

    def think(self, state: State, deadline: Deadline) -> Iterator[Report]:
        """Yield reports as any `Searcher` does, without a search if a win or an exact value is proven."""
        steady, last, half = 0, None, deadline.part(0.5)
        if proven := self._companion.before_search(state, deadline):
            yield proven
            return
        patient = self._thorough or (self._companion.proof.wins is False and self._seeks_chances)
        for report in self._depths(state, self._companion.search_deadline(deadline)):
            steady = steady + 1 if last and report.move == last.move else 0
            last = report
            yield last
            if not (last.proven or patient) and steady >= STABLE_DEPTHS and half.expired:
                break
        if last and last.proven and last.score == 0 and self._has_drawn_chances:
            yield self._with_best_chances(state, last, deadline)
        if last and not last.proven and (better := self._companion.after_search(last)):
            yield better

    def _depths(self, state: State, deadline: Deadline) -> Iterator[Report]:
        """Yield a report for each depth, and at the end for a better move of an unfinished one."""
        memory = self._memory
        self._kernels.limit(memory, deadline, INTERVAL)
        self._kernels.begin_search(memory)
        for depth in range(1, min(deadline.depth or MAX_DEPTH, PLIES - 1) + 1):
            goes_on = self._kernels.search_depth(memory, self._table, state, depth)
            if memory.best != NO_MOVE:
                line = tuple(memory.line[: memory.length])
                nodes = self._companion.proof.nodes + memory.nodes
                yield Report(memory.best, memory.score, line, depth, nodes, 0.0, bool(memory.proven))
            if not goes_on:
                return

    def _with_best_chances(self, state: State, drawn: Report, deadline: Deadline) -> Report:
        """Among moves that keep the draw, choose the one after which most plausible replies lose.

        Stop at the deadline with the best one found.
        """
        memory = self._memory
        memory.best = drawn.move
        self._kernels.limit(memory, deadline, INTERVAL)
        self._kernels.find_practical_chances(memory, self._table, state, CHANCE_TURNS)
        return drawn if memory.best == drawn.move else drawn._replace(move=memory.best, line=(memory.best,))


@lru_cache(MAX_THINKERS)
def shared_thinker(linked: CompiledGame[Any], level: Level) -> Thinker:
    """Return the thinker for a level.

    Equal arguments share one, and so its table, while it is among the last MAX_THINKERS.
    """
    return Thinker(linked, linked.instance(), table_bits(level.limit), level)


def table_bits(limit: Limit) -> int:
    """Return log2 of the number of table entries for a limit: fewer for few nodes or less than a second."""
    if limit.nodes:
        return min(max(limit.nodes.bit_length(), MIN_TABLE_BITS), MAX_TABLE_BITS)
    return MAX_TABLE_BITS - 2 if limit.seconds and limit.seconds < 1 else MAX_TABLE_BITS


class Engine(Generic[P]):
    """A player that searches.

    `last` is the report of the last search, None if that had no time, or if the last decision took no search.
    `book` returns the move to play in a position without a search, or None.
    """

    def __init__(
        self,
        game: SearchedGame[P],
        searcher: Searcher,
        limit: Limit,
        book: Callable[[P], Any] = lambda _: None,
        progress: Progress = no_progress,
    ) -> None:
        self._game, self._searcher, self._limit, self._book = game, searcher, limit, book
        self._progress, self._plan = progress, PendingMoves()
        self.last: Report | None = None
        self._position: P | None = None  # the position that `last` belongs to

    def __call__(self, position: P) -> Any:
        """Return the best move within the engine's limit, as `move` does. Its time starts now."""
        return self.move(position, Deadline.from_limit(self._limit))

    def move(self, position: P, deadline: Deadline) -> Any:
        """Return the best move before a deadline, which replaces the engine's own limit.

        It does not search for a book move, an only move or the later moves of a decision of several moves.
        Without time to search, it is the move with the best static evaluation after it.
        """
        return self._plan.pop(position) or self._plan.store(position, self._decide(position, deadline))

    def _decide(self, position: P, deadline: Deadline) -> list[Any]:
        self.last, moves = None, position.moves()
        if (known := self._book(position)) is not None:
            return [known]
        if len(moves) < 2:
            return moves
        if found := self.search(position, deadline):
            return self._game.moves(position, found.move)
        return [best_static_move(self._game.static_score, position)]

    def search(self, position: P, deadline: Deadline) -> Report | None:
        """Search until the deadline, even for a book move or an only move. Return the last report.

        It becomes `last`. Without any time, it is None.
        """
        self._position, self.last = position, None
        began = time.monotonic()
        with self._progress(self._limit.seconds) as say:
            for report in with_mean_scores(self._searcher.think(self._game.state(position), deadline)):
                self.last = report._replace(seconds=time.monotonic() - began)
                if self._progress is not no_progress:  # formatting takes time that a move may not have
                    say(self.describe(position, self.last))
        return self.last

    def insight(self, position: P) -> Insight:
        """Analyse a position within the engine's limit by a search, never by the book.

        Raise BadInput if the limit is too short for a first search.
        """
        report = self.search(position, Deadline.from_limit(self._limit))
        if report is None:
            limits = " ".join(f"--{name} {value}" for name, value in self._limit.record_fields().items())
            raise BadInput(f"{limits}: too short to search anything")
        score = self._score(position, report)
        words = "draw" if report.proven and report.score == 0 else score.words
        score = score._replace(value=(score.value or 0.0) + 0.0, words=words)  # no -0.0
        return Insight(score, line_texts(self._game, position, report), report.depth)

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
        move = ", ".join(map(position.text, self._game.moves(position, report.move)))
        return f"depth {report.depth}  {move}  {self._score(position, report).text}"

    def _score(self, position: P, report: Report) -> Score:
        """Return the score of a report for the side to move."""
        return self._game.score(position, report.shown_score, report.proven)


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


def best_static_move(static_score: Callable[[P], int], position: P) -> Any:
    """Return the move with the best static score for the side to move after it, the first of several.

    `static_score` is for the side to move in its position.
    """

    def score(move: Any) -> int:
        child: P = position.play(move)
        return static_score(child) if child.turn == position.turn else -static_score(child)

    return max(position.moves(), key=score)


def line_texts(game: SearchedGame[P], position: P, report: Report) -> tuple[str, ...]:
    """Return the principal variation of a report on `position` as texts of single moves, best move first.

    If the report has no line, return only the best move.
    """
    line = []
    for decision in report.line or (report.move,):
        for move in game.moves(position, decision):
            line.append(position.text(move))
            position = position.play(move)
    return tuple(line)
