"""Every end of the stored strategy of walls.py, proven by a search from nothing."""

from __future__ import annotations

from collections.abc import Iterator

import walls
from common.search.walkers.solver import Prover
from tests.bench.lines import Line, line
from tests.games.walls.test_strategy import ends_of


def run() -> Iterator[Line]:
    """Positions that come up while a player follows the strategy, where it ends, and what proving the rest takes."""
    linked = walls.sized(5).linked()
    for player, target in ((0, 1), (1, -1)):
        positions, ends = ends_of(walls.start(5), player)
        nodes = []
        for end in ends:
            prover = Prover(linked.fast, linked.fields)
            assert prover.move(walls.state_of(end), target) in range(len(walls.MOVES)), end
            nodes.append(prover.nodes)
        side = walls.SIDES[player]
        text = f"{side}: {len(positions)} positions, {len(ends)} ends, at most {max(nodes)} nodes each"
        yield line(text, side=side, positions=len(positions), ends=len(ends), most_nodes=max(nodes))
