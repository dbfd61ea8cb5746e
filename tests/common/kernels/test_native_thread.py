"""Native threads: they run without the interpreter's lock, and keep their memory until they end."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("numba")
from common.kernels.jit import native_thread
from common.kernels.kernel import Kernels
from tests.support.endless_kernel import FIELDS, KERNELS, endless_thread
from tests.support.programs import ROOT

STATE = 4, 7
LONG = 20.0  # seconds after which a broken test gives up


@pytest.fixture
def kernels() -> Kernels:
    """Return the two kernels as machine code."""
    return KERNELS.fast


@pytest.fixture
def no_thread_switches() -> Iterator[None]:
    """Prevent Python from taking the interpreter's lock away from a running thread."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(10 * LONG)
    yield
    sys.setswitchinterval(before)


def wait_for(thread: Any) -> None:
    """Wait for the end of a thread without releasing the interpreter's lock."""
    until = time.monotonic() + LONG
    while not thread.has_ended and time.monotonic() < until:
        pass
    assert thread.has_ended


def test_native_thread_needs_no_interpreter_lock(kernels: Any, no_thread_switches: None) -> None:
    thread = kernels.total.in_thread((STATE,))
    thread.start()
    wait_for(thread)
    assert thread.result() == kernels.total(STATE) == 11


def test_native_thread_keeps_its_memory_until_it_ends(kernels: Any) -> None:
    thread, memory = endless_thread(kernels)
    thread.start()
    kept, ended = weakref.ref(memory), weakref.ref(thread)
    del thread, memory
    gc.collect()
    still = kept()
    assert still is not None
    KERNELS.fast.stop(still)
    last = ended()
    assert last is not None
    wait_for(last)
    del still, last
    native_thread._release_ended()
    gc.collect()
    assert (kept(), ended()) == (None, None)


def test_process_ends_while_a_native_thread_runs() -> None:
    program = (
        "from tests.support.endless_kernel import KERNELS, endless_thread\n"
        "endless_thread(KERNELS.fast)[0].start()"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, timeout=3 * LONG, check=False)
    assert done.returncode == 0


def test_native_thread_runs_without_pthreads(kernels: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_thread, "_pthreads", lambda: None)
    thread, memory = endless_thread(kernels)
    thread.start()
    kernels.stop(memory)
    until = time.monotonic() + LONG
    while not thread.has_ended and time.monotonic() < until:
        time.sleep(0.001)
    assert thread.has_ended


def test_native_thread_refuses_wrong_arguments(kernels: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TypeError, match="is not the record"):
        kernels.count.in_thread((kernels.memory({"other": 0}), 3))
    monkeypatch.setattr(native_thread, "MAX_ARGUMENT_WORDS", 1)
    with pytest.raises(TypeError, match="2 words of arguments: expected 1 at most"):
        kernels.count.in_thread((kernels.memory(FIELDS), 3))


def test_start_raises_if_the_system_has_no_thread_left(kernels: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        """A system that refuses to create threads."""

        def __getattr__(self, name: str) -> Any:
            return lambda *arguments: name == "pthread_create"

    monkeypatch.setattr(native_thread, "_pthreads", Full)
    with pytest.raises(RuntimeError, match="can't start new thread"):
        kernels.total.in_thread((STATE,)).start()
