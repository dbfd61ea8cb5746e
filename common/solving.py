"""The verb `solve`: what is proven of a position, and what is only guessed."""

from __future__ import annotations

import json
import sys
from typing import Any

from common.engine import Brain, Engine, Report, Thinker
from common.errors import BadInput
from common.limit import Limit
from common.rules import P


def print_solution(brain: Brain[P], position: P, limit: Limit, bounds: str, as_json: bool = False) -> int:
    """Print the value, the best move and the line; `bounds` and a guess where the limit comes first. Raises BadInput."""
    engine: Engine[Any] = Engine(brain, Thinker(brain, brain.fast, threads=2, hasty=False), limit, live=True)
    report = engine.search(position)
    if report is None:
        raise BadInput(f"--seconds {limit.seconds}: too short to look at anything")
    value = brain.words(report.score, position.turn)
    line = line_of(brain, position, report)
    if as_json:
        found = {"side": position.turn, "value": value, "score": brain.points(report.score), "proven": report.proven}
        print(json.dumps({**found, "bounds": None if report.proven else bounds, "move": line[0], "line": line}))
    else:
        print(f"Value: {value}, proven" if report.proven else f"Value: not proven; {bounds}\nGuess: {value}")
        print(f"Best: {line[0]}\nLine: {', '.join(line)}")
    print(f"Depth {report.depth}, {report.nodes} nodes, {report.seconds:.2f} s", file=sys.stderr)
    return 0


def line_of(brain: Brain[P], position: P, report: Report) -> tuple[str, ...]:
    """The single moves that a report expects, the best one first."""
    line = []
    for decision in report.line or (report.move,):
        for move in brain.moves(position, decision):
            line.append(position.text(move))
            position = position.play(move)
    return tuple(line)
