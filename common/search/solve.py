"""`solve` for games without a solver of their own: alpha-beta searches all moves to the exact value."""

from __future__ import annotations

from typing import Any

from common.kernels.deadline import Deadline
from common.rules.errors import BadInput
from common.rules.position import P
from common.search.alpha_beta import DECISIVE_SCORE
from common.search.engine import Engine, SearchedGame, line_texts
from common.search.iterative_deepening import Searcher, ThoroughSearch
from common.search.position_search import PositionGame, PositionSearch
from common.search.results import Insight, Question, Report, Solution, value_solution

UNKNOWN_BOUNDS = "either side may win"  # the default bounds of a position that is not solved in time


def solve_by_search(
    linked: SearchedGame[P], position: P, question: Question, bounds: str = UNKNOWN_BOUNDS
) -> Solution:
    """Solve a position by search, or return its estimate and `bounds` (words) if the limit comes first.

    Of the question's options, only limit, progress and on_proven count. Raise BadInput if the
    limit is too short for a first search.
    """
    report = search_thoroughly(linked, position, question, question.deadline())
    if report.proven:
        question.on_proven(report.score)
    return report_solution(linked, position, report, bounds, (cost_line(report),))


def search_thoroughly(linked: SearchedGame[P], position: P, question: Question, deadline: Deadline) -> Report:
    """Search all moves equally deep until `deadline` or a proof, and return the last report.

    It searches on a new table. Raise BadInput if there is no time for a first search.
    """
    engine: Engine[Any] = Engine(
        linked, thorough_searcher(linked), question.limit, progress=question.progress
    )
    report = engine.search(position, deadline)
    if report is None:
        raise BadInput(f"--seconds {question.limit.seconds}: too short to search anything")
    return report


def thorough_searcher(linked: SearchedGame[P]) -> Searcher:
    """Return a new searcher that looks at all moves equally deep."""
    if isinstance(linked, PositionGame):
        return PositionSearch(linked)
    return ThoroughSearch(linked, linked.instance())


def report_solution(
    linked: SearchedGame[P], position: P, report: Report, bounds: str, cost: tuple[str, ...]
) -> Solution:
    """Convert a report to a Solution. `bounds` are words for an unproven score, `cost` lines for people."""
    score = linked.score(position, report.shown_score, report.proven)._replace(bounds=bounds)
    solution = value_solution(Insight(score, line_texts(linked, position, report), report.depth), cost)
    is_exact = report.proven and abs(report.score) != DECISIVE_SCORE  # that score is a win of unknown length
    return solution._replace(has_exact_value=is_exact)


def cost_line(report: Report) -> str:
    """Return a line about the depth, nodes and seconds of a report."""
    return f"Depth {report.depth}, {report.nodes} nodes, {report.seconds:.2f} s"
