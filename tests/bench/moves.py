"""Milliseconds of best-first moves of game.py in plain Python."""

from __future__ import annotations

import time
from collections.abc import Iterator

from common.games.circle_the_cat.best_first import best_first
from common.games.circle_the_cat.start_sets import SETS
from game import set_start
from tests.bench.lines import Line, line


def run() -> Iterator[Line]:
    """Every move of ten games of each start set, best-first against itself."""
    times: dict[str, list[float]] = {"cat": [], "catcher": []}
    for position in (set_start(name, number) for name in SETS for number in range(10)):
        while not position.outcome():
            began, turn = time.perf_counter(), position.turn
            position = position.play(best_first(position))
            times[turn].append((time.perf_counter() - began) * 1000)
    for side, found in times.items():
        found.sort()
        mean, late, most = sum(found) / len(found), found[len(found) * 99 // 100], found[-1]
        text = f"{side:8} {len(found)} moves: mean {mean:.1f} ms, 99 % {late:.1f}, most {most:.1f}"
        yield line(text, side=side, moves=len(found), mean_ms=mean, most_ms=most)
