"""Plain alpha-beta in our kernels against the same search in C or C++, node for node, in CPU seconds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import catsdogs
import duel7
import walls
from common.games.cats_and_dogs.evaluation import SAFE_ONLY
from common.games.duel7.board import SQUARES
from common.games.duel7.kernels import lead
from common.games.walls.moves import state_of
from tests.bench.baselines import STARTS, baseline, output_of
from tests.bench.lines import Line, line
from tests.support.compiled import built
from tests.support.variants import variant

BRICKS_ONLY = {
    "BRICK": 1,
    "TERRITORY_WEIGHT": 0,
    "DECISIVE_SCORE": 0,
    "SOLVE_SEPARATED": 0,
}  # the plainest evaluation of Walls


def run() -> Iterator[Line]:
    """Compare three games, in WebAssembly and by a C or C++ compiler."""
    yield from duel()
    yield from hunt()
    yield from walkers()


def run_search(fast: Any, memory: Any, state: tuple[int, ...], depth: int) -> tuple[int, float]:
    """Return the value of a state and the CPU seconds of its search."""
    memory.nodes, begun = 0, time.process_time()
    value = int(fast.alpha_beta(memory, state, depth, -31_000, 31_000, 0))
    return value, time.process_time() - begun


Times = tuple[float, float]  # seconds, ours and those of the program to compare with


def comparison_line(name: str, depth: int, nodes: int, times_used: Times, said: str = "") -> Line:
    """Return a line with both times and their ratio."""
    ours, theirs = times_used
    times = f"ours {ours:.3f} s, C {theirs:.3f} s: {theirs / ours:.2f}"
    text = f"{name} depth {depth}: {said}{nodes:>11} nodes, {times}"
    return line(text, name=name, depth=depth, nodes=nodes, ours=ours, theirs=theirs)


def duel() -> Iterator[Line]:
    """Compare the sliding duel: six starts, depths 3 to 10."""
    begun = time.process_time()
    fast = built(variant(duel7.GAME.search.compiled(), SPACE=1, evaluate=lead))
    yield line(f"loaded in {time.process_time() - begun:.2f} CPU s")
    memory = fast.memory(duel7.GAME.search.compiled().fields)
    with baseline("gcc", "duel7_baseline.c", "DUEL_BASELINE") as program:
        for depth in range(3, 11):
            nodes, least = dict.fromkeys(STARTS, 0), dict.fromkeys(STARTS, (1e9, 1e9))
            for _ in range(5 if depth < 10 else 3):
                rows = [row.split() for row in output_of(program, depth, depth).splitlines()[1:]]
                theirs = {row[0]: row for row in rows}
                for name, place in STARTS.items():
                    score, ours = run_search(fast, memory, (*duel7.read_place(place), 1000), depth)
                    best = SQUARES.name(int(memory.best) >> 6)
                    wanted = theirs[name]
                    found = [str(depth), str(score), best, str(int(memory.nodes))]
                    assert found == [wanted[1], wanted[2], wanted[3][:2], wanted[4]], (name, found, wanted)
                    nodes[name] = int(memory.nodes)
                    least[name] = min(least[name][0], ours), min(least[name][1], float(wanted[5]))
            if depth > 8:
                yield from (comparison_line(f"{name:6}", depth, nodes[name], least[name]) for name in STARTS)
            else:
                yield line(f"depth {depth}: values, moves and node counts of all six starts equal")


def hunt() -> Iterator[Line]:
    """Compare Cats & Dogs: from the start, depths 1 to 9 in whole turns."""
    fast = built(variant(catsdogs.GAME.search.compiled(), **SAFE_ONLY))
    memory, state = (
        fast.memory(catsdogs.GAME.search.compiled().fields),
        catsdogs.GAME.search.state(catsdogs.START),
    )
    with baseline("g++", "catsdogs_baseline.cpp", "CATSDOGS_BASELINE") as program:
        for depth in range(1, 10):
            least, value = (1e9, 1e9), 0
            for _ in range(5):
                words = output_of(program, depth, depth).split()
                value, ours = run_search(fast, memory, state, depth)
                least = min(least[0], ours), min(least[1], float(words[7]))
                assert [int(words[3]), int(words[5])] == [-value, memory.nodes], (words, value, memory.nodes)
            yield result_line(
                "cats and dogs,", depth, -value, int(memory.nodes), least if depth > 7 else None
            )


def walkers() -> Iterator[Line]:
    """Compare Walls: from the start of 5x5 and 7x7, depths 10 to 26."""
    with baseline("g++", "walls_baseline.cpp", "WALLS_BASELINE") as program:
        for size in (5, 7):
            fast = built(variant(walls.GAME.search.compiled(size), **BRICKS_ONLY))
            memory, state = fast.memory(walls.GAME.search.compiled(size).fields), state_of(walls.start(size))
            for depth in (10, 18, 22, 26):
                least, value = (1e9, 1e9), 0
                for _ in range(5):
                    said = output_of(program, size, depth)
                    theirs = dict(word.split("=") for word in said.split())
                    value, ours = run_search(fast, memory, state, depth)
                    least = min(least[0], ours), min(least[1], float(theirs["cpu_seconds"]))
                    assert [theirs["value"], theirs["nodes"]] == [str(value), str(memory.nodes)], (
                        said,
                        value,
                        memory.nodes,
                    )
                yield result_line(
                    f"walls {size}x{size},", depth, value, int(memory.nodes), least if depth > 20 else None
                )


def result_line(name: str, depth: int, value: int, nodes: int, least: Times | None) -> Line:
    """Report equal values and nodes, and both times unless they are too short to compare (None)."""
    if least:
        return comparison_line(name, depth, nodes, least, said=f"value {value}, equal, ")
    return line(f"{name} depth {depth}: value {value}, {nodes} nodes, equal")
