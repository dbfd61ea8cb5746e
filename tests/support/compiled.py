"""Machine code in tests: compiled once, or the test is skipped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from common.kernels.kernel import Kernels
    from common.kernels.linked_kernels import LinkedKernels
    from common.search.compiled_game import CompiledGame


def machine_code(source: CompiledGame[Any] | LinkedKernels) -> Kernels:
    """Return the kernels of a game or of linked kernels as machine code; skip the test without Numba."""
    pytest.importorskip("numba")
    assert source.fast.compiled
    return source.fast
