"""Nodes per CPU second of the search of `walls.py`, deepening from the start, on one thread."""

from __future__ import annotations

import time
from collections.abc import Iterator

import typer

import walls
from common.games.walls.moves import state_of
from common.kernels.deadline import NO_DEADLINE
from common.search.alpha_beta import INFINITE
from tests.bench.lines import Line, line


def run(
    size: int = typer.Argument(7, help="side of the board"),
    depth: int = typer.Argument(26, help="depth of the last search"),
    plain: bool = typer.Option(False, "--plain", help="use plain Python"),
) -> Iterator[Line]:
    """Search the same nodes in every call, so that two versions can be compared."""
    linked = walls.GAME.search.compiled(size)
    kernels, state = linked.plain if plain else linked.instance(), state_of(walls.start(size))
    memory, table = kernels.memory(linked.fields), kernels.memory(linked.table_fields)
    kernels.limit(memory, NO_DEADLINE, 1 << 14)
    table.mask = (1 << 20) - 1
    begun = time.process_time()
    for plies in range(1, depth + 1):
        score = int(kernels.search(memory, table, state, plies, -INFINITE, INFINITE, 0))
    took, nodes = time.process_time() - begun, int(memory.nodes)
    speed = f"{took:.3f} CPU s, {nodes / took:.0f} per second"
    text = f"{size}x{size} depth {depth}: score {score}, {nodes} nodes, {speed}"
    yield line(text, size=size, depth=depth, score=score, nodes=nodes, seconds=took)
