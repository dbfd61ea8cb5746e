"""Object code for other processors, such as WebAssembly for a browser."""

from __future__ import annotations

import pytest

from common.games.circle_the_cat.distances import DISTANCES
from common.kernels.linked_kernels import LinkedKernels
from tests.support.walls_graph import graph

pytest.importorskip("numba")
from common.kernels.jit.compiler import compile_object
from common.kernels.jit.loader import symbol
from common.kernels.jit.object_code import HOST, WASM32, Target, target_machine

WASM = b"\0asm"


@pytest.mark.parametrize("linked", [DISTANCES, graph()], ids=lambda linked: str(linked.name))
def test_wasm32_target_gives_a_wasm_object_with_all_kernels(linked: LinkedKernels) -> None:
    """The result types equal those of the native object, so one caller serves both."""
    results, image = compile_object(linked, WASM32)
    native, own = compile_object(linked)
    assert image.startswith(WASM) and not own.startswith(WASM)
    assert results == native
    assert all(symbol(name).encode() in image for name in results)


def test_target_unknown_to_llvm_is_refused() -> None:
    with pytest.raises(RuntimeError, match="abacus"):
        target_machine(Target("abacus"))


def test_default_target_is_this_processor() -> None:
    assert target_machine(HOST).triple == target_machine(Target()).triple
