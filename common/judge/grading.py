"""The score of many cases that were judged, and what was wrong."""

from __future__ import annotations

import json

from common.judge.answer_files import Judged


def print_score(judged: list[Judged], cases: int, as_json: bool) -> None:
    """Print what was wrong and the score of those of the cases that were judged."""
    score, left = sum(one.right for one in judged), cases - len(judged)
    if as_json:
        known = {"score": score, "of": len(judged)} | ({"not graded": left} if left else {})
        print(json.dumps({**known, "cases": [one._asdict() for one in judged]}, indent=1))
    else:
        for one in judged:
            print("\n".join(one.lines))
        print(f"Score: {score} of {len(judged)}{f'; {left} not graded' * bool(left)}")
