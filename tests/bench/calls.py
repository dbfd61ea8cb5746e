"""Wall-clock seconds of whole `SCRIPT move` calls under limits of 1 s and 0.3 s, as a referee counts."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib import import_module
from itertools import product
from pathlib import Path

import typer

from common.play.player_registry import warm_up
from tests.bench.lines import Line, choice_option, line
from tests.bench.referee import BUSY, CALLED, MoveTimes, busy_processes, random_position
from tests.support.programs import CACHE, ROOT, kill_all_with

CROWDS = {"quiet": 0, "crowded": BUSY}


def run(
    count: int = typer.Argument(200, help="calls of each kind"),
    scripts: list[str] = choice_option(CALLED, "--script", "only this script; may be repeated"),
    crowds: list[str] = choice_option(
        CROWDS, "--crowd", "only on a quiet machine, or only beside busy processes"
    ),
) -> Iterator[Line]:
    """Measure every combination of script, limit, cache (warm or empty) and crowd (quiet or busy)."""
    scripts, crowds = scripts or list(CALLED), crowds or list(CROWDS)
    for script in scripts:
        game = import_module(script).GAME
        warm_up(game, game.starts.usual)
    for name, there, limit, script in product(crowds, (True, False), (1.0, 0.3), scripts):
        others = CROWDS[name]
        with busy_processes(others):
            found = measure_calls(script, limit, count, there)
        where = f"{'warm' if there else 'empty cache'}, {f'beside {others} busy' if others else 'quiet'}"
        text = f"{script} move --seconds {limit:g}, {where}: {count} calls, {found.text(limit)}"
        yield line(
            f"{text}, {found.wrong} illegal",
            script=script,
            limit=limit,
            warm=there,
            busy=others,
            illegal=found.wrong,
            **found.facts(limit),
        )
    for script in scripts:
        yield measure_later_call(script)


def measure_calls(script: str, limit: float, count: int, warm: bool) -> MoveTimes:
    """Measure whole calls from start to exit.

    Unless `warm`, each call has an empty cache, and processes that it leaves behind are killed.
    """
    seconds, illegal = [], 0
    for seed in range(count):
        words, at = random_position(script, seed)
        with tempfile.TemporaryDirectory() as empty:
            own = os.environ if warm else os.environ | {CACHE: empty}
            command = [sys.executable, str(ROOT / f"{script}.py"), "move", *words, "--seconds", str(limit)]
            began = time.monotonic()
            done = subprocess.run(command, capture_output=True, text=True, env=own, check=True)
            seconds.append(time.monotonic() - began)
            kill_all_with(f"{CACHE}={empty}")
        illegal += at.read_move(done.stdout.strip()) not in at.moves()
    return MoveTimes(seconds, illegal)


def measure_later_call(script: str) -> Line:
    """Measure when a call on an empty cache has provided machine code, and a call that uses it."""
    words, _ = random_position(script, 1)
    with tempfile.TemporaryDirectory() as empty:
        own, command = (
            os.environ | {CACHE: empty},
            [sys.executable, str(ROOT / f"{script}.py"), "move", *words],
        )
        began = time.monotonic()
        subprocess.run([*command, "--seconds", "0.3"], capture_output=True, env=own, check=True)
        while not list(Path(empty).glob("*.o")):
            time.sleep(0.1)
        there = time.monotonic() - began
        began = time.monotonic()
        done = subprocess.run(
            [*command, "--nodes", "300000"], capture_output=True, text=True, env=own, check=True
        )
        spent = time.monotonic() - began
    machine_code = f"machine code ready {there:.1f} s after the start of a 0.3 s call"
    text = f"{script}: {machine_code}; 300,000 nodes then take {spent:.2f} s{done.stderr}"
    return line(text, script=script, compiled_after=there, then=spent)
