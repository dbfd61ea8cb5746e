"""What it is worth in Cats & Dogs to search the dogs' replies that leave the fewest safe captures before the others are listed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import mean

import typer

import catsdogs
from common.games.cats_and_dogs.kernels import FEW
from common.kernels.kernel import Kernels
from common.rules.position import game
from common.search.engine import Engine
from common.search.iterative_deepening import IterativeDeepening, table_bits
from common.search.limit import Limit
from tests.bench.lines import Line, line

POSITIONS, DEPTH = 4, 10


def run(
    nodes: int = typer.Argument(100_000, help="nodes a move in the games"),
    games: int = typer.Argument(40, help="games of each pair"),
    few: int = typer.Option(FEW, help="replies that are searched before the others"),
) -> Iterator[Line]:
    """CPU seconds to depth 10 from four openings; how many cat moves the games last, each side with and without."""
    linked = catsdogs.GAME.linked()
    everything, fewer = (linked.variant(FEW=count).fast for count in (0, few))
    for name, kernels in (("all replies", everything), (f"{few} first", fewer)):
        began = time.process_time()
        searched = sum(nodes_to_depth(kernels, number) for number in range(POSITIONS))
        seconds = time.process_time() - began
        yield line(
            f"{name}: {searched} nodes to depth {DEPTH}, {seconds:.2f} CPU s", replies=name, nodes=searched, seconds=seconds
        )
    yield line("cat moves of a game, cats and dogs by:")
    for cats, dogs in ((everything, everything), (fewer, everything), (everything, fewer), (fewer, fewer)):
        lasted = mean(cat_moves(cats, dogs, nodes, number) for number in range(games))
        names = [f"{few} first" if kernels is fewer else "all replies" for kernels in (cats, dogs)]
        yield line(f"{names[0]:12} {names[1]:12} {lasted:.2f}", cats=names[0], dogs=names[1], moves=lasted)


def nodes_to_depth(kernels: Kernels, number: int) -> int:
    """From one opening, on one thread."""
    thinker = IterativeDeepening(catsdogs.GAME.linked(), kernels, bits=20)
    *_, last = thinker.think(catsdogs.GAME.state(catsdogs.GAME.opening(number)), Limit(depth=DEPTH))
    return last.nodes


def cat_moves(cats: Kernels, dogs: Kernels, nodes: int, number: int) -> int:
    """How many cat moves a game lasts."""
    limit, linked = Limit(nodes=nodes), catsdogs.GAME.linked()
    bits = table_bits(limit)
    players = {
        side: Engine(linked, IterativeDeepening(linked, kernels, bits=bits), limit)
        for side, kernels in (("cat", cats), ("dog", dogs))
    }
    *_, (_, end) = game(catsdogs.GAME.opening(number), players)
    return catsdogs.START.dogs.bit_count() - end.dogs.bit_count()
