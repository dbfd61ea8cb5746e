"""The exact value of a position by the engine's own search, or by proof-number search where a game has one: a Solution."""

from __future__ import annotations

import time
from math import inf
from typing import Any

from common.kernels.kernel import State
from common.rules.errors import BadInput
from common.rules.position import P
from common.search.alpha_beta import DECIDED
from common.search.compiled_game import CompiledGame
from common.search.engine import Engine, line_of
from common.search.iterative_deepening import IterativeDeepening
from common.search.limit import Limit
from common.search.pn_solver import Decider, Endings
from common.search.results import Insight, Question, Report, Solution, value_solution
from common.search.shared_table import MOST_BUCKETS, PAIR
from common.search.solver import Proven
from common.search.transposition import WON


def solved(linked: CompiledGame[P], position: P, question: Question, bounds: str, endings: Endings | None = None) -> Solution:
    """The value, the best move and the line; `bounds` and a guess where the limit comes first. Raises BadInput."""
    if endings:
        return by_proof_numbers(linked, endings, position, question, bounds)
    report = searched(linked, position, question)
    return solution(linked, position, report, bounds, (took(report),), question)


def searched(linked: CompiledGame[P], position: P, question: Question) -> Report:
    """What alpha-beta finds, every move looked at as deep as the others. Raises BadInput if the limit is too short."""
    searcher = IterativeDeepening(linked, linked.fast, threads=2, hasty=False)
    engine: Engine[Any] = Engine(linked, searcher, question.limit, question.watch)
    report = engine.search(position)
    if report is None:
        raise BadInput(f"--seconds {question.limit.seconds}: too short to look at anything")
    return report


def solution(
    linked: CompiledGame[P], position: P, report: Report, bounds: str, spent: tuple[str, ...], question: Question
) -> Solution:
    """A report as a Solution."""
    if report.proven:
        question.tell(report.score)
    side, line, score = position.turn, line_of(linked, position, report), report.score
    found = Insight(side, line, linked.points(score), linked.words(score, side), report.depth, report.proven)
    return value_solution(found, linked.expected, bounds, spent)


def took(report: Report) -> str:
    """What a report took."""
    return f"Depth {report.depth}, {report.nodes} nodes, {report.seconds:.2f} s"


def by_proof_numbers(linked: CompiledGame[P], endings: Endings, position: P, question: Question, bounds: str) -> Solution:
    """Who wins, then how soon, by proof numbers; what is open after half the limit by alpha-beta. Raises BadInput."""
    state, decider, limit = linked.state(position), Decider(linked.fast, linked.fields, MOST_BUCKETS, PAIR), question.limit
    began = time.monotonic()  # once the machine code is there
    decider.allow(limit.aim / 2 if limit.aim else inf)
    with question.watch(limit.seconds) as say:
        decider.meanwhile = lambda: say(f"proof: {decider.nodes:,} positions")
        verdict = decider.who_wins(state)
        if verdict.wins is not None:
            question.tell(1 if verdict.wins else -1)
            verdict = decider.how_soon(state, verdict, endings)
    left = question._replace(limit=left_of(limit, began))
    report = proven(decider, state, verdict) or guessed(linked, position, verdict, left)
    report = report._replace(nodes=report.nodes + decider.nodes, seconds=time.monotonic() - began)
    return solution(linked, position, report, bounds, (took(report), f"Proof: {decider.nodes} nodes"), question)


def proven(decider: Decider, state: State, verdict: Proven) -> Report | None:
    """A report of what is known to the end."""
    line = tuple(decider.line(state, verdict))
    if not line or verdict.plies is None:
        return None
    score = WON - verdict.plies
    return Report(line[0], score if verdict.wins else -score, line, verdict.plies, 0, 0.0, True)


def left_of(limit: Limit, began: float) -> Limit:
    """A limit in seconds after some are spent; a quarter of it is left whatever happened."""
    if limit.seconds is None:
        return limit
    return limit._replace(seconds=max(limit.seconds - (time.monotonic() - began), limit.seconds / 4))


def guessed(linked: CompiledGame[P], position: P, verdict: Proven, question: Question) -> Report:
    """What alpha-beta finds, as far as it does not contradict what is proven. Raises BadInput."""
    report = searched(linked, position, question)
    if report.proven or verdict.wins is None:
        return report
    if verdict.wins:
        assert verdict.move is not None
        return report._replace(move=verdict.move, line=(verdict.move,), score=DECIDED, proven=True)
    return report._replace(score=-DECIDED, proven=True)
