"""How many starts of each set of game.py are proven, and in what time."""

from __future__ import annotations

import time
from collections.abc import Iterator

import typer

from common.games.circle_the_cat.certificates import CERTIFICATES
from common.games.circle_the_cat.solver import CertificateSolver
from common.games.circle_the_cat.start_sets import SETS
from game import set_start
from tests.bench.lines import Line, line

LIMITS = (0.1, 1.0, 5.0, 30.0, 60.0)
GOALS = {
    "C": "25 in 5 s, 50 in 60 s; the prototype 1 of 8 in 1 s, 2 in 60 s",
    "R5": "25 in 5 s, 50 in 60 s; the prototype 2 of 8 in 5 s",
    "R10": "70 in 5 s, 95 in 30 s; the prototype 6, 10 and 16 of 20 in 1, 5 and 30 s",
    "R15": "90 in 1 s, 100 in 30 s; the prototype 73, 90 and 98 in 0.1, 1 and 3 s",
    "E": "all at once, as the prototype",
}


def run(first: int = typer.Argument(0), games: int = typer.Argument(100)) -> Iterator[Line]:
    """The start sets: who wins, and how many are proven within 0.1 to 60 seconds."""
    heads = " ".join(f"{limit:6g} s" for limit in LIMITS)
    yield line(f"set    cat  catcher  open {heads}    longest, median and sum of seconds; positions")
    for name in SETS:
        found = [proof(name, number, LIMITS[-1]) for number in range(first, first + games)]
        winners = [sum(winner is wins for winner, _, _ in found) for wins in (True, False, None)]
        seconds = sorted(seconds for winner, seconds, _ in found if winner is not None)
        within = [sum(each <= limit for each in seconds) for limit in LIMITS]
        nodes = sum(nodes for _, _, nodes in found)
        counts = " ".join(f"{count:8}" for count in within)
        longest = f"{seconds[-1]:.2f} {seconds[len(seconds) // 2]:.3f} {sum(seconds):.1f}; {nodes:,}"
        text = f"{name:4} {winners[0]:5} {winners[1]:8} {winners[2]:5} {counts}   {longest}\n     goal: {GOALS[name]}"
        yield line(
            text, set=name, cat=winners[0], catcher=winners[1], open=winners[2], within=dict(zip(LIMITS, within, strict=True))
        )


def proof(name: str, number: int, seconds: float) -> tuple[bool | None, float, int]:
    """Whether the cat wins a start, None if that is open; seconds on the clock, by one thread, and positions."""
    start, kernels = set_start(name, number), CERTIFICATES.fast
    began = time.monotonic()
    solver = CertificateSolver(kernels, start.exits)
    solver.allow(seconds)
    blocked = solver.blocks(start.cat, start.free).wins
    return None if blocked is None else not blocked, time.monotonic() - began, solver.nodes
