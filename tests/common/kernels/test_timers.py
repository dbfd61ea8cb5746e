"""Threads that stop on request, and threads that get no processor time to do so."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from common.kernels import timers
from common.kernels.deadline import Deadline
from common.kernels.timers import (
    MAX_SLEEP,
    MIN_SLEEP,
    Backoff,
    PolledMemory,
    ThreadGroup,
)

LONG = 20.0  # seconds after which a broken test gives up


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """Yield an event that holds a thread back, as if the machine had no processor to spare."""
    closed = threading.Event()
    yield closed
    closed.set()


def test_join_abandons_a_straggler_under_a_time_limit(gate: threading.Event) -> None:
    threads, memories = ThreadGroup(), [SimpleNamespace(stop=0), SimpleNamespace(stop=0)]
    assert threads.race(Deadline(), [lambda: 7, lambda: gate.wait(LONG)], memories) == [(0, 7)]
    began = time.monotonic()
    assert threads.join(Deadline().within(0.1)) == [1]
    assert time.monotonic() - began < LONG / 2
    assert threads.join() == []


def test_join_waits_without_a_time_limit(gate: threading.Event) -> None:
    threads, ended = ThreadGroup(), list[bool]()

    def work() -> None:
        gate.wait(LONG)
        ended.append(True)

    threads.start([work])
    threading.Timer(0.02, gate.set).start()
    assert threads.join() == []
    assert ended


def test_race_starts_no_thread_after_the_deadline() -> None:
    memory, ran = SimpleNamespace(stop=0), list[object]()
    assert ThreadGroup().race(Deadline(end=0.0), [lambda: ran.append(1)], [memory]) == []
    assert ran == []


def test_race_stops_its_memories_at_the_deadline(gate: threading.Event) -> None:
    memory = SimpleNamespace(stop=1)
    began = time.monotonic()
    assert ThreadGroup().race(Deadline().within(0.02), [lambda: gate.wait(LONG)], [memory]) == []
    assert memory.stop
    assert time.monotonic() - began < LONG / 2


def test_race_raises_the_error_of_a_thread() -> None:
    def fail() -> None:
        raise ValueError("wrong")

    memory = SimpleNamespace(stop=0)
    with pytest.raises(ValueError, match="wrong"):
        ThreadGroup().race(Deadline(), [fail], [memory])
    assert memory.stop


def test_race_returns_results_found_before_the_stop(gate: threading.Event) -> None:
    memories = [SimpleNamespace(stop=0), SimpleNamespace(stop=0)]
    found = ThreadGroup().race(Deadline(), [lambda: gate.wait(LONG), lambda: 7], memories)
    assert found == [(1, 7)]
    assert [memory.stop for memory in memories] == [1, 1]


def test_race_calls_on_wait_while_waiting(gate: threading.Event) -> None:
    calls = list[int]()

    def meanwhile() -> None:
        calls.append(1)
        gate.set()

    ThreadGroup().race(Deadline(), [lambda: gate.wait(LONG)], [SimpleNamespace(stop=0)], meanwhile)
    assert calls == [1]


def test_backoff_grows_with_the_time_waited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last sleep ends with the remaining time, not a tenth of the time later."""
    now, slept = [0.0], list[float]()

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    monkeypatch.setattr(timers, "time", SimpleNamespace(monotonic=lambda: now[0], sleep=sleep))
    naps = Backoff()
    told = [naps.sleep(0.15 - now[0]) for _ in range(200) if now[0] < 0.15]
    assert slept[:2] == [MIN_SLEEP, MIN_SLEEP]
    assert max(slept) == MAX_SLEEP
    assert now[0] == pytest.approx(0.15)
    assert told.count(True) == 1


def test_replaced_memory_is_reused_after_its_thread_has_ended(gate: threading.Event) -> None:
    threads = ThreadGroup()
    threads.start([lambda: gate.wait(LONG)])
    assert threads.join(Deadline().within(0.01)) == [0]
    assert threads.replace_memory(0, "first", lambda: "second") == "second"
    first = threads._stragglers[0]
    gate.set()
    first.ended.wait(LONG)
    second = threading.Event()
    threads.start([lambda: second.wait(LONG)])
    assert threads.join(Deadline().within(0.01)) == [0]
    assert threads.replace_memory(1, "other", lambda: "new") == "new"
    assert threads.replace_memory(0, "second", lambda: "new") == "first"
    second.set()


def test_polled_memory_stops_at_its_deadline() -> None:
    clock = PolledMemory({"stop": 0, "nodes": 0})
    assert not clock.stop
    clock.deadline = Deadline(end=0.0)
    assert clock.stop
