"""Fixtures of the tests of Cats & Dogs."""

from __future__ import annotations

import pytest

from catsdogs import GAME
from common.kernels.kernel import Kernels
from tests.support.compiled import machine_code


@pytest.fixture
def compiled() -> Kernels:
    """Return the game's kernels as a module with a memory of its own, which never shrinks."""
    return machine_code(GAME.search.compiled())
