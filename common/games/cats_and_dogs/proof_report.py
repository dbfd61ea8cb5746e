"""The report of `solve`: the winner, then the length of the win, by proof numbers.

If that takes more than half of the time limit, alpha-beta uses the rest.
"""

from __future__ import annotations

import time

from common.games.cats_and_dogs.pn_solver import Endings, WinProver
from common.games.cats_and_dogs.shared_table import table_buckets
from common.kernels.deadline import Deadline
from common.kernels.kernel import State
from common.rules.position import P
from common.search.alpha_beta import DECISIVE_SCORE
from common.search.compiled_game import CompiledGame
from common.search.prover import ProvenBounds
from common.search.results import Question, Report, Solution
from common.search.solve import UNKNOWN_BOUNDS, cost_line, report_solution, search_thoroughly
from common.search.transposition import WON


def solve_by_proof_numbers(
    linked: CompiledGame[P], endings: Endings, position: P, question: Question
) -> Solution:
    """Prove the winner, then the length of the win; search the rest by alpha-beta after half the limit.

    Raise BadInput if the limit is too short for any result.
    """
    state = linked.state(position)
    kernels = linked.instance()
    decider = WinProver(kernels, linked.fields, table_buckets(question.memory))
    began, deadline = time.monotonic(), question.deadline()
    half = deadline.part(0.5)
    decider.set_deadline(half)
    with question.progress(question.limit.seconds) as say:
        kernels.watch.on_poll = lambda: say(f"proof: {decider.nodes:,} positions")
        verdict = decider.prove_winner(state)
        if verdict.wins is not None:
            question.on_proven(1 if verdict.wins else -1)
            verdict = decider.prove_length(state, verdict, endings)
    report = proven_report(decider, state, verdict) or search_report(
        linked, position, verdict, question, deadline._replace(nodes=half.nodes)
    )
    report = report._replace(nodes=report.nodes + decider.nodes, seconds=time.monotonic() - began)
    if report.proven:
        question.on_proven(report.score)
    cost = cost_line(report), f"Proof: {decider.nodes} nodes"
    return report_solution(linked, position, report, UNKNOWN_BOUNDS, cost)


def proven_report(decider: WinProver, state: State, verdict: ProvenBounds) -> Report | None:
    """Return the report of a result whose whole line is proven, else None."""
    line = tuple(decider.line(state, verdict))
    if not line or verdict.plies is None:
        return None
    score = WON - verdict.plies
    return Report(line[0], score if verdict.wins else -score, line, verdict.plies, 0, 0.0, True)


def search_report(
    linked: CompiledGame[P], position: P, verdict: ProvenBounds, question: Question, deadline: Deadline
) -> Report:
    """Return alpha-beta's result within `deadline`; unless it is proven, a proven verdict corrects it.

    The verdict corrects the score, and the move if the side to move wins. Raise BadInput if the limit is too
    short for any result.
    """
    report = search_thoroughly(linked, position, question, deadline)
    if report.proven or verdict.wins is None:
        return report
    if verdict.wins:
        assert verdict.move is not None
        return report._replace(move=verdict.move, line=(verdict.move,), score=DECISIVE_SCORE, proven=True)
    return report._replace(score=-DECISIVE_SCORE, proven=True)
