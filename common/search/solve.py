"""`solve` by search: all moves equally deep, to the exact value, beside what a prover finds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from common.kernels.deadline import Deadline
from common.rules.errors import BadInput
from common.rules.position import P
from common.search.alpha_beta import DECISIVE_SCORE
from common.search.limit import Level, Limit
from common.search.results import Insight, Question, Report, Solution, value_solution
from common.search.think import Engine, line_texts

if TYPE_CHECKING:
    from common.search.think import SearchedGame

UNKNOWN_BOUNDS = "either side may win"  # the default bounds of a position that is not solved in time


def solve_by_search(
    game: SearchedGame[P], position: P, question: Question, bounds: str = UNKNOWN_BOUNDS
) -> Solution:
    """Solve a position by search, or return its estimate and `bounds` (words) if the limit comes first.

    Of the question's options, only limit, progress and on_proven count. Raise BadInput if the
    limit is too short for a first search.
    """
    report = search_thoroughly(game, position, question, question.deadline())
    if report is None:
        raise too_short(question)
    if report.proven:
        question.on_proven(report.score)
    return report_solution(game, position, report, bounds, (cost_line(report),))


def search_thoroughly(
    game: SearchedGame[P], position: P, question: Question, deadline: Deadline
) -> Report | None:
    """Search all moves equally deep until `deadline` or a proof, and return the last report.

    It searches on a new table, whose size fits the deadline. Without time for a first search, return None.
    """
    seconds = deadline.remaining if deadline.is_timed else None
    searcher = game.searcher(Level(Limit(seconds, deadline.nodes)), thorough=True)
    engine: Engine[Any] = Engine(game, searcher, question.limit, progress=question.progress)
    return engine.search(position, deadline)


def too_short(question: Question) -> BadInput:
    """Return the error of a question whose limit has no time for a first search."""
    return BadInput(f"--seconds {question.limit.seconds}: too short to search anything")


def report_solution(
    game: SearchedGame[P], position: P, report: Report, bounds: str, cost: tuple[str, ...]
) -> Solution:
    """Convert a report to a Solution. `bounds` are words for an unproven score, `cost` lines for people."""
    score = game.score(position, report.shown_score, report.proven)._replace(bounds=bounds)
    solution = value_solution(Insight(score, line_texts(game, position, report), report.depth), cost)
    is_exact = report.proven and abs(report.score) != DECISIVE_SCORE  # that score is a win of unknown length
    return solution._replace(has_exact_value=is_exact)


def cost_line(report: Report) -> str:
    """Return a line about the depth, nodes and seconds of a report."""
    return f"Depth {report.depth}, {report.nodes} nodes, {report.seconds:.2f} s"
