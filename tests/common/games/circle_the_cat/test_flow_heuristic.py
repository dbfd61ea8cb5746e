"""The flows that rate blocks and steps: a round on the padded board equals the sum over neighbours."""

from __future__ import annotations

import random

import pytest

from common.games.circle_the_cat import flow_heuristic
from common.games.circle_the_cat.hexagons import Hexagons
from common.kernels.linked_kernels import LinkedKernels


@pytest.mark.parametrize(("rows", "columns"), [(1, 3), (4, 5), (5, 4), (11, 11)])
@pytest.mark.parametrize("best_closed", [0, 1])
def test_cell_receives_flow_from_its_six_neighbours(rows: int, columns: int, best_closed: int) -> None:
    board, chance = Hexagons(rows, columns), random.Random(rows)
    memory_fields = flow_heuristic.fields(board)
    names = flow_heuristic.constants(board) | {"COLUMNS": columns}
    kernels = LinkedKernels("flow", vars(flow_heuristic), names, records={"memory": memory_fields}).plain
    memory, place = kernels.memory(memory_fields), names["PLACE"]
    assert isinstance(place, tuple)
    have = [chance.randrange(1000) for _ in range(board.size)]
    own = [chance.choice((0, 50)) for _ in range(board.size)]
    blocked = {cell for cell in range(board.size) if chance.random() < 0.2}
    for cell in range(board.size):
        memory.flow[place[cell]], memory.source[place[cell]] = have[cell], own[cell]
        memory.passes[place[cell]] = 0 if cell in blocked else -1
    area = names["AREA"]
    assert isinstance(area, int)
    kernels.run_flow_round(memory, 0, area, 7, best_closed)
    for cell in range(board.size):
        near = [have[other] for other in board.neighbours[cell] if other is not None]
        total = sum(near) - (max(near) if best_closed else 0)
        wanted = (0 if cell in blocked else total * 7 >> 5) + own[cell]
        assert memory.flow[area + place[cell]] == wanted, cell
