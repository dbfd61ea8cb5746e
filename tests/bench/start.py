"""CPU time of graders' and referees' calls, compared with bare Python."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from unittest.mock import patch

from tests.bench.lines import Line, line
from tests.bench.referee import CALLED, random_position
from tests.support.game_cases import EXAMPLE
from tests.support.programs import ROOT

CASES = ("greedy_o_to_move", "minimax_largest_values", "alpha_beta_empty_board_depth_2", "battle_o_first")
NODES = {"game": "2000"}  # each of its nodes costs as much as 30 of the others'
USUAL_NODES = "60000"


def run() -> Iterator[Line]:
    """Measure the assignments' calls, and calls by stored modules.

    The limits: 25 times bare Python for the example of game.py, 1.5 times for a grader's case of
    squirrels.py.
    """
    bytecode = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with patch.dict(os.environ, bytecode, clear=True):  # cache bytecode, as on a user's machine
        yield from contract_calls()
        yield from module_calls()


def cpu_seconds(command: list[str], folder: str) -> float:
    """Return user and system time of one run of a command."""
    before = children_cpu_seconds()
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)
    return children_cpu_seconds() - before


def children_cpu_seconds() -> float:
    """Return the CPU seconds of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def least_cpu_seconds(command: list[str], folder: str) -> tuple[float, float]:
    """Return the CPU seconds of bare Python and of a command.

    Each is the minimum of 9 runs in turn, after one that is not counted.
    """
    bare = [sys.executable, "-c", "pass"]
    runs = [(cpu_seconds(bare, folder), cpu_seconds(command, folder)) for _ in range(10)][1:]
    least_bare, least = (min(times) for times in zip(*runs, strict=True))
    return least_bare, least


def contract_calls() -> Iterator[Line]:
    """Measure the calls that the assignments prescribe."""
    cases = {"game.py example with its GIF": [str(ROOT / "game.py"), *EXAMPLE]}
    for name in CASES:
        file = ROOT / "tests/games/squirrels/data" / name / "input.txt"
        cases[f"squirrels.py {name}"] = [str(ROOT / "squirrels.py"), "-i", str(file)]
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in cases.items():
            bare, least = least_cpu_seconds([sys.executable, *arguments], folder)
            compared = f"bare Python {bare * 1000:.0f}: {least / bare:.2f} times"
            text = f"{name:46} {least * 1000:5.0f} CPU ms, {compared}"
            yield line(text, call=name, cpu_seconds=least, bare=bare)


def module_calls() -> Iterator[Line]:
    """Measure calls answered by stored modules; list the heavy packages that they import."""
    calls = {"game.py solve": [str(ROOT / "game.py"), "solve", *EXAMPLE]}
    for script in CALLED:
        nodes = NODES.get(script, USUAL_NODES)
        words = random_position(script, 8)[0]
        calls[f"{script}.py move --nodes {nodes}"] = [
            str(ROOT / f"{script}.py"),
            "move",
            *words,
            "--nodes",
            nodes,
        ]
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in calls.items():
            command = [sys.executable, *arguments]
            bare, least = least_cpu_seconds(command, folder)
            loaded = subprocess.run(
                [sys.executable, "-X", "importtime", *arguments], cwd=folder, capture_output=True, text=True
            )
            heavy = [
                package for package in ("wasmtime", "numpy", "typer") if f" {package}\n" in loaded.stderr
            ]
            beyond = f"{(least - bare) * 1000:5.0f} CPU ms beyond bare Python"
            text = f"{name:46} {beyond}, imported: {', '.join(heavy) or 'no heavy package'}"
            yield line(text, call=name, cpu_seconds=least, bare=bare, imported=heavy)
