"""Seconds of whole `SCRIPT move` calls, as a referee counts them: 1 s and 0.3 s, warm and on an empty cache, quiet and crowded."""

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

from common.play.player_registry import warm
from tests.bench.lines import Line, choice, line
from tests.bench.referee import BUSY, CALLED, Played, crowd, random_position
from tests.support.programs import CACHE, ROOT, end_all_with

CROWDS = {"quiet": 0, "crowded": BUSY}


def run(
    count: int = typer.Argument(200),
    scripts: list[str] = choice(CALLED, "--script", "of this one alone; may be repeated"),
    crowds: list[str] = choice(CROWDS, "--crowd", "beside nobody, or beside busy processes, alone"),
) -> Iterator[Line]:
    """Every combination of script, limit, cache and crowd."""
    scripts, crowds = scripts or list(CALLED), crowds or list(CROWDS)
    for script in scripts:
        game = import_module(script).GAME
        warm(game, game.starts.usual)
    for name, there, limit, script in product(crowds, (True, False), (1.0, 0.3), scripts):
        others = CROWDS[name]
        with crowd(others):
            found = calls(script, limit, count, there)
        where = f"{'warm' if there else 'empty cache'}, {f'beside {others} busy' if others else 'quiet'}"
        text = f"{script} move --seconds {limit:g}, {where}: {count} calls, {found.told(limit)}, {found.wrong} illegal"
        yield line(
            text,
            script=script,
            limit=limit,
            warm=there,
            busy=others,
            illegal=found.wrong,
            **found.facts(limit),
        )
    for script in scripts:
        yield later_call(script)


def calls(script: str, limit: float, count: int, warm: bool) -> Played:
    """Wall seconds of whole calls from start to exit; with an empty cache each, and what a call leaves behind is ended, unless warm."""
    seconds, illegal = [], 0
    for seed in range(count):
        words, at = random_position(script, seed)
        with tempfile.TemporaryDirectory() as empty:
            own = os.environ if warm else os.environ | {CACHE: empty}
            command = [sys.executable, str(ROOT / f"{script}.py"), "move", *words, "--seconds", str(limit)]
            began = time.monotonic()
            done = subprocess.run(command, capture_output=True, text=True, env=own, check=True)
            seconds.append(time.monotonic() - began)
            end_all_with(f"{CACHE}={empty}")
        illegal += at.read_move(done.stdout.strip()) not in at.moves()
    return Played(seconds, illegal)


def later_call(script: str) -> Line:
    """What a call on an empty cache leaves for later ones."""
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
    machine_code = f"machine code is there {there:.1f} s after a call of 0.3 s began"
    text = f"{script}: {machine_code}; then 300,000 nodes take {spent:.2f} s{done.stderr}"
    return line(text, script=script, compiled_after=there, then=spent)
