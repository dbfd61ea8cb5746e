"""The score of many cases that were judged, and what was wrong."""

from __future__ import annotations

import json

from common.judge.answer_files import Judged


def print_score(judged: list[Judged], as_json: bool) -> int:
    """Print what was wrong and the score; 0 if everything is right, else 1."""
    score = sum(one.right for one in judged)
    if as_json:
        print(json.dumps({"score": score, "of": len(judged), "cases": [one._asdict() for one in judged]}, indent=1))
    else:
        for one in judged:
            print("\n".join(one.lines))
        print(f"Score: {score} of {len(judged)}")
    return int(score < len(judged))
