"""The entry function of native threads, called with the words that a thread shares with its creator."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("llvmlite")
import llvmlite.binding as llvm

from common.kernels.jit.loader import create_engine
from common.kernels.jit.native_thread import (
    ARGUMENTS,
    ENDED,
    ENTRY,
    EXCEPTION,
    FUNCTION,
    MAX_ARGUMENT_WORDS,
    RESULTS_AT,
    STATUS,
)
from common.kernels.jit.object_code import HOST, target_machine
from common.kernels.jit.thread_entry import thread_entry

WORDS = ARGUMENTS + MAX_ARGUMENT_WORDS
KERNEL: Any = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_int64] * (2 + MAX_ARGUMENT_WORDS))
Entry = Callable[[int], int | None]


@pytest.fixture(scope="module")
def entry() -> Iterator[Entry]:
    """Compile the entry function for this processor."""
    machine = target_machine(HOST)
    module = llvm.parse_assembly(thread_entry(machine.triple, str(machine.target_data)))
    module.verify()
    engine = create_engine()
    engine.add_module(module)
    engine.finalize_object()
    yield ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(engine.get_function_address(ENTRY))


def c_function(function: Callable[..., int]) -> Any:
    """Return a kernel that machine code can call."""
    return KERNEL(function)


def shared_words(kernel: Any) -> ctypes.Array[ctypes.c_int64]:
    """Return the words of a thread that runs `kernel`, with arguments 1, 2, 3 ..."""
    words = (ctypes.c_int64 * WORDS)()
    words[FUNCTION] = ctypes.cast(kernel, ctypes.c_void_p).value or 0
    words[ARGUMENTS:] = list(range(1, 1 + MAX_ARGUMENT_WORDS))
    return words


def test_entry_passes_results_exception_and_all_arguments(entry: Entry) -> None:
    seen = list[tuple[int, ...]]()

    @c_function
    def kernel(*given: int) -> int:
        seen.append(given)
        return 0

    words = shared_words(kernel)
    at = ctypes.addressof(words)
    assert entry(at) is None
    assert seen == [(at + 8 * RESULTS_AT, at + 8 * EXCEPTION, *range(1, 1 + MAX_ARGUMENT_WORDS))]


def test_entry_sets_its_flag_after_the_kernel(entry: Entry) -> None:
    flags = list[int]()

    @c_function
    def kernel(results: int, *rest: int) -> int:
        flags.append(words[ENDED])
        ctypes.c_int64.from_address(results).value = -7
        return 0

    words = shared_words(kernel)
    entry(ctypes.addressof(words))
    assert (flags, words[ENDED], words[RESULTS_AT], words[STATUS]) == ([0], 1, -7, 0)


@pytest.mark.parametrize("status", [1, -1, -(1 << 31)])
def test_entry_keeps_the_sign_of_the_status(status: int, entry: Entry) -> None:
    @c_function
    def kernel(*given: int) -> int:
        return status

    words = shared_words(kernel)
    entry(ctypes.addressof(words))
    assert (words[STATUS], words[ENDED]) == (status, 1)


def test_entry_names_its_target() -> None:
    text = thread_entry("wasm32-unknown-unknown", "e-p:32:32")
    assert 'target triple = "wasm32-unknown-unknown"' in text
    assert 'target datalayout = "e-p:32:32"' in text
    assert f'@"{ENTRY}"' in text
