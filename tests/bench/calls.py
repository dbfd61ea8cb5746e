"""Wall-clock seconds of whole `SCRIPT move` calls under limits of 1 s and 0.3 s, as a referee counts."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import product

import typer

from tests.bench.lines import Line, choice_option, line
from tests.bench.referee import BUSY, CALLED, MoveTimes, busy_processes, random_position
from tests.support.programs import ROOT

CROWDS = {"quiet": 0, "crowded": BUSY}


def run(
    count: int = typer.Argument(200, help="calls of each kind"),
    scripts: list[str] = choice_option(CALLED, "--script", "only this script; may be repeated"),
    crowds: list[str] = choice_option(
        CROWDS, "--crowd", "only on a quiet machine, or only beside busy processes"
    ),
) -> Iterator[Line]:
    """Measure every combination of script, limit and crowd (quiet or busy)."""
    scripts, crowds = scripts or list(CALLED), crowds or list(CROWDS)
    for name, limit, script in product(crowds, (1.0, 0.3), scripts):
        others = CROWDS[name]
        with busy_processes(others):
            found = measure_calls(script, limit, count)
        where = f"beside {others} busy" if others else "quiet"
        text = f"{script} move --seconds {limit:g}, {where}: {count} calls, {found.text(limit)}"
        yield line(
            f"{text}, {found.wrong} illegal",
            script=script,
            limit=limit,
            busy=others,
            illegal=found.wrong,
            **found.facts(limit),
        )


def measure_calls(script: str, limit: float, count: int) -> MoveTimes:
    """Measure whole calls from start to exit."""
    seconds, illegal = [], 0
    for seed in range(count):
        words, at = random_position(script, seed)
        command = [sys.executable, str(ROOT / f"{script}.py"), "move", *words, "--seconds", str(limit)]
        began = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        seconds.append(time.monotonic() - began)
        illegal += at.read_move(done.stdout.strip()) not in at.moves()
    return MoveTimes(seconds, illegal)
