"""Time and memory of writing traversal logs of squirrels.py, compared with the readable rules."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

import squirrels
from squirrels import ALPHA_BETA, MINIMAX, Algorithm, Position
from tests.bench.examples import EXAMPLE
from tests.bench.lines import Line, line, require_one_of

DEEP = [("minimax", depth) for depth in (3, 4, 5)] + [("alpha-beta", depth) for depth in (3, 4, 5, 6)]
ASCENDING = [("ascending alpha-beta", 5), ("ascending alpha-beta", 6)]  # these two take about a minute
NAMES = sorted({name for name, _ in (*DEEP, *ASCENDING)})


def run(
    log: str = typer.Argument(
        None,
        callback=require_one_of(NAMES),
        help=f"measure one in this process: {', '.join(NAMES)} (default: all)",
    ),
    depth: int = typer.Argument(3, help="depth of that log"),
) -> Iterator[Line]:
    """Measure each log in a process of its own, so that its peak memory is its own.

    The readable rules are measured where they finish in reasonable time.
    """
    if log:
        facts = measure_log(log, depth)
        yield line(row(facts), **facts)
        return
    times = f"{'fast s':>9}{'MB':>6}{'readable s':>12}{'ratio':>7}{'write s':>9}"
    yield line(f"{'log':24}{'lines':>12}{'bytes':>15}{times}")
    for name, depth in (*DEEP, *ASCENDING):
        command = [sys.executable, str(Path(__file__).parent), "logs", name, str(depth), "--json"]
        facts = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
        yield line(row(facts), **facts)


def row(facts: dict[str, Any]) -> str:
    """Return a row of the table; values not measured stay empty."""
    slow, fast, writing = facts["readable"], facts["fast"], facts["write"]
    readable = "" if slow is None else f"{slow:12.2f}{slow / fast:7.1f}"
    wrote = "" if writing is None else f"{writing:9.3f}"
    label = f"{facts['log']} {facts['depth']}"
    counts = f"{label:24}{facts['lines']:12}{facts['bytes']:15}"
    return f"{counts}{fast:9.3f}{facts['megabytes']:6.0f}{readable:19}{wrote}"


def measure_log(name: str, depth: int) -> dict[str, Any]:
    """Measure one log: CPU seconds, lines, bytes and megabytes."""
    position = Position(tuple(range(1, 26)) if "ascending" in name else EXAMPLE, "*" * 25, "X")
    case = squirrels.Case(
        ALPHA_BETA, position, {"X": Algorithm(MINIMAX if name == "minimax" else ALPHA_BETA, depth)}
    )
    with tempfile.TemporaryDirectory() as folder:
        began = time.process_time()
        squirrels.answer(case, Path(folder))
        fast = time.process_time() - began
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        path = Path(folder) / "traverse_log.txt"
        size = path.stat().st_size
        with path.open("rb") as file:
            lines = sum(piece.count(b"\n") for piece in iter(lambda: file.read(1 << 24), b""))
        writing = seconds_to_write(path) if size < 1 << 28 else None
    readable = None
    if "ascending" not in name:
        # Imported late: it would count as memory of the fast search.
        from tests.support.readable_search import readable_search

        began = time.process_time()
        readable_search(position, depth, pruning=name != "minimax")
        readable = time.process_time() - began
    known = {"log": name, "depth": depth, "lines": lines, "bytes": size}
    return known | {"fast": fast, "megabytes": memory, "readable": readable, "write": writing}


def seconds_to_write(path: Path) -> float:
    """Return the CPU seconds of writing a file's bytes once more."""
    data = path.read_bytes()
    began = time.process_time()
    path.with_name("copy").write_bytes(data)
    return time.process_time() - began
