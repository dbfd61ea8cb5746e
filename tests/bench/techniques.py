"""What each technique of the search of duel7.py is worth: nodes to a depth, and paired matches without it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import typer

import duel7
from common.judge.match import Tally, play_between
from common.judge.match_report import elo_text
from common.judge.processes import spread
from common.search.deepening import WINDOW, IterativeDeepening, table_bits
from common.search.engine import Engine
from common.search.limit import Limit
from tests.bench.baselines import STARTS
from tests.bench.lines import Line, line

Changes = tuple[tuple[str, int], ...]
WITHOUT: dict[str, Changes] = {
    "no killers": (("KILLERS", 0),),
    "no history": (("HISTORY", 0),),
    "no reductions": (("REDUCTIONS", 0),),
    "no empty windows": (("EMPTY_WINDOWS", 0),),
    "squares alone": (("REACH", 0), ("STEPS", 0), ("RIM", 0)),
    "no points for the move": (("TO_MOVE", 0),),
}


def run(nodes: int = typer.Argument(10_000, help="nodes a move in the matches")) -> Iterator[Line]:
    """Nodes to depth 11 from the six starts; matches at equal nodes, 200 starts, both colours."""
    whole = nodes_to_depth(11)
    yield line(f"all techniques: {whole} nodes", without=None, nodes=whole)
    yield nodes_line("no table", nodes_to_depth(11, bits=0), whole)
    yield nodes_line("no aspiration windows", nodes_to_depth(11, window=0), whole)
    duel7.GAME.warm()
    for name, changes in WITHOUT.items():
        yield nodes_line(name, nodes_to_depth(11, changes), whole)
        pairs = spread(partial(pair, nodes=nodes, changes=changes), range(200), 2)
        elo = Tally(list(pairs), False).elo
        yield line(f"all - {name}: {elo_text(elo)}", without=name, elo=elo.finite())


def nodes_line(name: str, nodes: int, whole: int) -> Line:
    """How many more nodes a search without something takes."""
    return line(f"{name}: {nodes / whole:.2f} times the nodes", without=name, nodes=nodes, ratio=nodes / whole)


def nodes_to_depth(depth: int, changes: Changes = (), bits: int = 20, window: int = WINDOW) -> int:
    """Nodes of one thread over the six starts, 200 moves before the limit."""
    total = 0
    for place in STARTS.values():
        thinker = IterativeDeepening(duel7.GAME.linked(), variant(changes), bits=bits, window=window)
        *_, last = thinker.think((*duel7.read_place(place), 200), Limit(depth=depth))
        total += last.nodes
    return total


def pair(number: int, nodes: int, changes: Changes) -> Any:
    """Two games from one start."""
    limit, linked = Limit(nodes=nodes), duel7.GAME.linked()
    whole, less = (
        Engine(linked, IterativeDeepening(linked, kernels, bits=table_bits(limit)), limit)
        for kernels in (linked.fast, variant(changes))
    )
    return play_between(duel7.GAME, duel7.bench_start(number), whole, less)


@cache
def variant(changes: Changes) -> Any:
    """Machine code with other constants, once a process."""
    return duel7.GAME.linked().variant(**dict(changes)).fast
