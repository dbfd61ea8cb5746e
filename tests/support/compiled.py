"""Compiled kernels in tests: stored modules, or built now by the developers' tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from common.kernels.kernel import Kernels
    from common.kernels.linked_kernels import LinkedKernels
    from common.search.compiled_game import CompiledGame


def machine_code(source: CompiledGame[Any] | LinkedKernels) -> Kernels:
    """Return a new instance of the stored module of a game or of linked kernels."""
    kernels = source.instance()
    assert kernels.compiled
    return kernels


def built(source: LinkedKernels) -> Kernels:
    """Build kernels without a stored module; skip the test without Numba."""
    pytest.importorskip("numba")
    from common.kernels.build.compiler import build
    from common.kernels.machine import MachineCode

    return MachineCode(*build(source))
