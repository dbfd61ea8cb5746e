"""Threads that are told to stop, and those that do not get a processor to do so."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from common.kernels.deadline import Deadline
from common.kernels.interrupt import Interrupt
from common.kernels.timers import Clock, Threads, run_unstoppable

LONG = 20.0  # seconds that a broken test waits at most


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """Holds a thread back, like a machine with no processor to spare."""
    closed = threading.Event()
    yield closed
    closed.set()


def test_rest_leaves_a_thread_behind_under_a_time_limit(gate: threading.Event) -> None:
    threads = Threads()
    threads.start([bool, lambda: gate.wait(LONG)])
    threads.wait(0.01)
    began = time.monotonic()
    assert threads.rest(Deadline().within(0.1)) == [1]
    assert time.monotonic() - began < LONG / 2
    assert threads.rest() == []


def test_rest_waits_without_a_time_limit(gate: threading.Event) -> None:
    threads, ended = Threads(), list[bool]()

    def work() -> None:
        gate.wait(LONG)
        ended.append(True)

    threads.start([work])
    threading.Timer(0.02, gate.set).start()
    assert threads.rest() == []
    assert ended


def test_race_starts_no_thread_after_the_deadline() -> None:
    memory, ran = SimpleNamespace(stop=0), list[object]()
    Threads().race(Deadline(end=0.0), ran.append, [memory])
    assert ran == []


def test_race_stops_its_memories_at_the_deadline(gate: threading.Event) -> None:
    memory = SimpleNamespace(stop=1)
    began = time.monotonic()
    Threads().race(Deadline().within(0.02), lambda _: gate.wait(LONG), [memory])
    assert memory.stop
    assert time.monotonic() - began < LONG / 2


def test_race_raises_the_error_of_a_thread() -> None:
    def fail(memory: object) -> None:
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        Threads().race(Deadline(), fail, [SimpleNamespace(stop=0)])


def test_clock_stops_at_its_deadline() -> None:
    clock = Clock({"stop": 0, "nodes": 0})
    assert not clock.stop
    clock.deadline = Deadline(end=0.0)
    assert clock.stop


def test_interrupt_leaves_unstoppable_work_behind(gate: threading.Event) -> None:
    interrupt = Interrupt()
    interrupt.request(2, None)
    with pytest.raises(KeyboardInterrupt):
        run_unstoppable(lambda: gate.wait(LONG), Deadline(interrupt=interrupt))


def test_unstoppable_work_returns_its_result() -> None:
    assert run_unstoppable(lambda: 7, Deadline()) == 7
