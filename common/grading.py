"""Grading many cases: each judged on its own, `jobs` at once, then the wrong ones and the score."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from common.answers import Judged


def grade(cases: list[str], judge: Callable[[str], Judged], jobs: int) -> list[Judged]:
    """Judge all cases, in order, with progress on a terminal. `judge` must be a module's function or a partial of one."""
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs) as pool:
        judged = []
        for number, one in enumerate(pool.map(judge, cases), 1):
            judged.append(one)
            if sys.stderr.isatty():
                print(f"\r{number} of {len(cases)}", end="\n" if number == len(cases) else "", file=sys.stderr, flush=True)
        return judged


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
