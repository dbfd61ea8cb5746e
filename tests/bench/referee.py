"""Random positions, busy processes, and summaries of move times, for `calls`, `limits` and `start`."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple

from tests.support.cat_starts import SETS, set_start

SCRIPTS = ("duel7", "catsdogs", "walls")
CALLED = (*SCRIPTS, "game")
BUSY = 6  # number of competing processes


class MoveTimes(NamedTuple):
    """Seconds of each call or move, and the number of illegal or unsearched ones."""

    seconds: list[float]
    wrong: int

    def text(self, limit: float) -> str:
        """Summarise the times in one line."""
        times = sorted(self.seconds)
        late = sum(time > limit for time in times)
        most, mean = times[len(times) * 99 // 100 - 1], sum(times) / len(times)
        return f"longest {times[-1]:.3f} s, 99 % {most:.3f}, mean {mean:.3f}, {late} over the limit"

    def facts(self, limit: float) -> dict[str, float]:
        """Summarise the times as numbers."""
        return {
            "longest": max(self.seconds),
            "mean": sum(self.seconds) / len(self.seconds),
            "end_score": sum(time > limit for time in self.seconds),
        }


def random_position(script: str, seed: int) -> tuple[list[str], Any]:
    """Return a position after some random moves, as words for `move` and as a position."""
    module, chance = import_module(script), random.Random(seed)
    game = module.GAME
    if script == "duel7":
        at, plies = module.random_start((6, 6), 40, seed), 12
    elif script == "catsdogs":
        at, plies = game.opening(seed), 3 * chance.randrange(6) + chance.randrange(3)
    elif script == "game":
        at, plies = set_start(chance.choice(SETS), seed), 12
    else:
        at, plies = module.start(5, seed % 2), 20
    for _ in range(chance.randrange(plies + 1)):
        after = at.play(chance.choice(at.moves()))
        if after.outcome() or not after.moves():
            break
        at = after
    return game.write(at), at


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """Run `count` busy processes."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    time.sleep(0.2 if count else 0)
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()
