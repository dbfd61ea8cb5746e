"""What is proven of a position, printed for people or for programs; needs no typer."""

from __future__ import annotations

import json
import sys
from typing import Any

from common.play.game import Game
from common.rules.position import P
from common.search.findings import Question
from common.show.language import translated
from common.show.progress_line import watched


def print_solution(game: Game[P, Any], start: P, question: Question, as_json: bool = False) -> int:
    """Print what is proven of a position. Raises BadInput or OSError."""
    if outcome := start.outcome():
        print(json.dumps(outcome._asdict()) if as_json else translated(game.last_lines(outcome)))
        return 0
    found = game.at(start).solve(start, question._replace(watch=watched))
    for line in [json.dumps(fact) for fact in found.facts] if as_json else map(translated, found.lines):
        print(line)
    if found.marks and not as_json:
        game.show_marks(start, found.marks)
    for line in found.took:
        print(translated(line), file=sys.stderr)
    return 0
