"""Exact values of 3x3 Walls by full graph search, as a fixture."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from common.games.walls.moves import state_of
from tests.support.compiled import built
from tests.support.walls_graph import FIELDS, graph
from walls import Position

Values = Callable[[Position], int]


@pytest.fixture(scope="module")
def exact_value() -> Values:
    """Return a function for the exact value of 3x3 positions; a file's tests share its 256 MB of results."""
    kernels = built(graph())
    memory = kernels.memory(FIELDS)

    def value(position: Position) -> int:
        return int(kernels.value_of(memory, state_of(position)))

    return value
