"""Exact play of squirrels.py, compared with a C program if present, and its growth with free squares."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import typer

import squirrels
from common.games.squirrels.exact_search import EXACT_KERNELS
from common.games.squirrels.exact_solver import ExactSolver
from tests.bench.baselines import baseline, output_of, source_of
from tests.bench.examples import EXAMPLE
from tests.bench.lines import Line, line

BOARDS = {
    "**XXX***O*****XO**O******": 52,
    "*XO**X**XO*O***********X*": 76,
    "****O**X***X***X*XOO*****": 104,
}
ENTRIES = 22  # log2 of the table entries of the C program (64 MB; ours have half the size)
SOURCE = ("squirrels_exact.c", "SQUIRRELS_BASELINE")


def run(most: int = typer.Argument(22, help="free squares of the largest boards")) -> Iterator[Line]:
    """Measure CPU seconds of whole solutions, each with an empty table.

    Times of the three boards are the minimum of 5 runs, in turn with the C program.
    """
    with ExitStack() as stack:
        program = stack.enter_context(baseline("gcc", *SOURCE)) if source_of(*SOURCE).exists() else None
        for board, value in BOARDS.items():
            yield compare_board(board, value, program)
    yield line("free squares   nodes (mean of 3 fillings)   CPU s   times the previous")
    before = 0.0
    for free in range(18, most + 1):
        found = [solve(filling(seed, free), 0.5) for seed in range(3)]
        nodes, seconds = (
            sum(column) / 3 for column in zip(*((nodes, taken) for _, nodes, taken in found), strict=True)
        )
        growth = f"{nodes / before:.1f}" if before else ""
        yield line(
            f"{free:12}{nodes:22.0f}{seconds:14.2f}{growth:>21}", free=free, nodes=nodes, cpu_seconds=seconds
        )
        before = nodes


def filling(seed: int, free: int) -> str:
    """Return a board with 25 - `free` pieces in random order, X and O in turn."""
    board, order = ["*"] * 25, list(range(25))
    Random(seed).shuffle(order)
    for at, square in enumerate(order[: 25 - free]):
        board[square] = "XO"[at % 2]
    return "".join(board)


def solve(board: str, memory: float) -> tuple[int, int, float]:
    """Return the margin of X, who moves first; positions searched; CPU seconds without loading."""
    position = squirrels.Position(EXAMPLE, board, "X")
    kernels = EXACT_KERNELS.fast
    began = time.process_time()
    solver = ExactSolver(kernels, EXAMPLE, memory)
    bounds = solver.bounds(squirrels.state_of(position))
    assert bounds.exact
    return bounds.low + squirrels.evaluate(position, "X"), solver.nodes, time.process_time() - began


def compare_board(board: str, value: int, program: str | None) -> Line:
    """Compare one board with the C program, with tables of equal size."""
    ours, theirs, nodes, said = 1e9, 1e9, 0, [""]
    for _ in range(5):
        found, nodes, seconds = solve(board, 16 * (1 << ENTRIES) / (1 << 30))
        ours = min(ours, seconds)
        assert found == value, (board, found)
        if program:
            said = output_of(program, " ".join(map(str, EXAMPLE)), board, "X", 600, ENTRIES).split()
            assert f"score={value}" in said, said
            theirs = min(theirs, float(said[5].removesuffix("s")))
    compared = f", C {said[4]}, {theirs:.2f} s: {ours / theirs:.2f} times its time" if program else ""
    text = f"{board}: X wins by {value}, {nodes} nodes, {ours:.2f} CPU s{compared}"
    return line(
        text, board=board, value=value, nodes=nodes, cpu_seconds=ours, c_seconds=theirs if program else None
    )
