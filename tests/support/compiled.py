"""Machine code in tests: compiled once, or the test is skipped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from common.kernels.kernel import Kernels
    from common.kernels.linked_kernels import LinkedKernels
    from common.search.compiled_game import CompiledGame


def machine_code(source: CompiledGame[Any] | LinkedKernels) -> Kernels:
    """The kernels of a game, or of a program, as machine code; a test that needs it is skipped where Numba is missing."""
    pytest.importorskip("numba")
    assert source.fast.compiled
    return source.fast
