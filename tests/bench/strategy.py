"""Every end of the stored strategy of walls.py, the starter's (A) and the other's (B), proven by a search from nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator

import walls
from common.games.walls.board import MOVES
from common.games.walls.moves import state_of
from common.games.walls.solver import Prover
from tests.bench.lines import Line, choice, line
from tests.games.walls.test_strategy import ends_of

LEADS = {"A": 1, "B": -1}  # what the starter, and the other, ends ahead at least


def run(sides: list[str] = choice(walls.SIDES, "--side", "of this one alone")) -> Iterator[Line]:
    """Positions that come up while a player follows the strategy, where it ends, and what proving the rest takes."""
    linked = walls.sized(5).linked()
    for side in sides or walls.SIDES:
        positions, ends = ends_of(walls.start(5), walls.SIDES.index(side))
        nodes, begun = [], time.process_time()
        for end in ends:
            prover = Prover(linked.fast, linked.fields)
            assert prover.move(state_of(end), LEADS[side]) in range(len(MOVES)), end
            nodes.append(prover.nodes)
        took = time.process_time() - begun
        text = f"{side}: {len(positions)} positions, {len(ends)} ends, at most {max(nodes)} nodes each, {sum(nodes)} in all"
        facts = {"side": side, "positions": len(positions), "ends": len(ends), "most_nodes": max(nodes), "nodes": sum(nodes)}
        yield line(f"{text}, {took:.0f} CPU s", **facts, seconds=round(took))
