"""The verb `solve`: what is proven of a position, and what is only guessed."""

from __future__ import annotations

import json
import sys
import time
from math import inf
from typing import Any

from common.kernels.linking import State
from common.rules.errors import BadInput
from common.rules.position import P
from common.search.alpha_beta import DECIDED
from common.search.brain import Brain, Report
from common.search.deepening import IterativeDeepening
from common.search.engine import Engine, line_of
from common.search.limit import Limit
from common.search.proof_number import MOST_BUCKETS
from common.search.transposition import WON
from common.search.win_solver import Decider, Endings, Verdict
from common.show.progress_line import watched


def print_solution(brain: Brain[P], position: P, limit: Limit, bounds: str, as_json: bool = False) -> int:
    """Print the value, the best move and the line; `bounds` and a guess where the limit comes first. Raises BadInput."""
    if brain.endings:
        return print_proof(brain, brain.endings, position, limit, bounds, as_json)
    engine: Engine[Any] = Engine(brain, IterativeDeepening(brain, brain.fast, threads=2, hasty=False), limit, watched)
    report = engine.search(position)
    if report is None:
        raise BadInput(f"--seconds {limit.seconds}: too short to look at anything")
    tell(brain, position, report, bounds, as_json)
    print(told(report), file=sys.stderr)
    return 0


def tell(brain: Brain[P], position: P, report: Report, bounds: str, as_json: bool) -> None:
    """Print the value, the best move and the line."""
    value = brain.words(report.score, position.turn)
    line = line_of(brain, position, report)
    if as_json:
        found = {"side": position.turn, "value": value, "score": brain.points(report.score), "proven": report.proven}
        print(json.dumps({**found, "bounds": None if report.proven else bounds, "move": line[0], "line": line}))
    else:
        print(f"Value: {value}, proven" if report.proven else f"Value: not proven; {bounds}\nGuess: {value}")
        print(f"Best: {line[0]}\nLine: {', '.join(line)}")


def told(report: Report) -> str:
    """What a report took."""
    return f"Depth {report.depth}, {report.nodes} nodes, {report.seconds:.2f} s"


def print_proof(brain: Brain[P], endings: Endings, position: P, limit: Limit, bounds: str, as_json: bool) -> int:
    """The same by proof-number search: who wins, then how soon; what is still open after half the limit by alpha-beta."""
    state, decider = brain.state(position), Decider(brain.fast, brain.fields, MOST_BUCKETS)
    began = time.monotonic()  # once the machine code is there
    decider.allow(limit.aim / 2 if limit.aim else inf)
    verdict = decider.who_wins(state)
    if verdict.wins is not None:
        verdict = decider.how_soon(state, verdict, endings)
    report = proven(decider, state, verdict) or guessed(brain, position, verdict, left_of(limit, began))
    report = report._replace(nodes=report.nodes + decider.nodes, seconds=time.monotonic() - began)
    tell(brain, position, report, bounds, as_json)
    print(f"{told(report)}\nProof: {decider.nodes} nodes", file=sys.stderr)
    return 0


def proven(decider: Decider, state: State, verdict: Verdict) -> Report | None:
    """A report of what is known to the end."""
    line = tuple(decider.line(state, verdict))
    if not line or verdict.due is None:
        return None
    score = WON - verdict.due
    return Report(line[0], score if verdict.wins else -score, line, verdict.due, 0, 0.0, True)


def left_of(limit: Limit, began: float) -> Limit:
    """A limit in seconds after some are spent; a quarter of it is left whatever happened."""
    if limit.seconds is None:
        return limit
    return limit._replace(seconds=max(limit.seconds - (time.monotonic() - began), limit.seconds / 4))


def guessed(brain: Brain[P], position: P, verdict: Verdict, limit: Limit) -> Report:
    """What alpha-beta finds, as far as it does not contradict what is proven. Raises BadInput."""
    engine: Engine[Any] = Engine(brain, IterativeDeepening(brain, brain.fast, threads=2, hasty=False), limit, watched)
    report = engine.search(position)
    if report is None:
        raise BadInput(f"--seconds {limit.seconds}: too short to look at anything")
    if report.proven or verdict.wins is None:
        return report
    if verdict.wins:
        return report._replace(move=verdict.move, line=(verdict.move,), score=DECIDED, proven=True)
    return report._replace(score=-DECIDED, proven=True)
