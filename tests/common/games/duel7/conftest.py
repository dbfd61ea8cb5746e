"""Fixtures of the tests of the sliding duel."""

from __future__ import annotations

import pytest

from common.kernels.kernel import Kernels
from duel7 import GAME
from tests.support.compiled import machine_code


@pytest.fixture(scope="session")
def compiled() -> Kernels:
    """Return the game's kernels as machine code."""
    return machine_code(GAME.search.compiled())
