"""What the tests of this game share."""

from __future__ import annotations

import pytest

from catsdogs import GAME
from common.kernels.kernel import Kernels
from tests.support.compiled import machine_code


@pytest.fixture(scope="session")
def compiled() -> Kernels:
    """The game's kernels as machine code."""
    return machine_code(GAME.search.compiled())
