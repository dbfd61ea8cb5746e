"""The monitor that kills a program beyond its number of processes or its memory."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest

from common.programs import resource_monitor
from common.programs.resource_monitor import (
    GIGABYTE,
    MAX_PROCESSES,
    ResourceMonitor,
    resident,
    shared_memory_bytes,
)
from tests.support.programs import on_unix

SECONDS = 60.0  # no test waits for as long
NO_PROCESS = 1 << 30  # above the largest process id


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check often; no process has children, and each holds a quarter of a GB."""
    monkeypatch.setattr(resource_monitor, "POLL_SECONDS", 0.001)
    monkeypatch.setattr(resource_monitor, "descendants", lambda process: [])
    monkeypatch.setattr(resource_monitor, "resident", lambda process: GIGABYTE // 4)
    monkeypatch.setattr(resource_monitor, "shared_memory_bytes", lambda processes: 0)


@pytest.fixture
def ended() -> Iterator[Event]:
    """Return an event for the end of the watched program, and check that no thread is left."""
    before = set(threading.enumerate())
    yield Event()
    assert not set(threading.enumerate()) - before


def has_children(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    monkeypatch.setattr(resource_monitor, "descendants", lambda process: list(range(2, 2 + count)))


def test_too_many_processes_are_killed(monkeypatch: pytest.MonkeyPatch, ended: Event) -> None:
    has_children(monkeypatch, MAX_PROCESSES)
    monitor = ResourceMonitor(1, ended.set, memory=1000)
    assert ended.wait(SECONDS)
    monitor.stop()
    assert monitor.excess == "starts more than 64 processes"


def test_memory_of_all_processes_counts(monkeypatch: pytest.MonkeyPatch, ended: Event) -> None:
    has_children(monkeypatch, 4)
    monitor = ResourceMonitor(1, ended.set, memory=1.2)
    assert ended.wait(SECONDS)
    monitor.stop()
    assert monitor.excess == "uses more than 1.2 GB of memory"


def test_shared_memory_counts(monkeypatch: pytest.MonkeyPatch, ended: Event) -> None:
    monkeypatch.setattr(resource_monitor, "shared_memory_bytes", lambda processes: GIGABYTE)
    monitor = ResourceMonitor(1, ended.set, memory=1)
    assert ended.wait(SECONDS)
    monitor.stop()
    assert monitor.excess == "uses more than 1 GB of memory"


def test_program_at_its_limits_is_left_alone(monkeypatch: pytest.MonkeyPatch, ended: Event) -> None:
    checks, checked = list[int](), Event()

    def descendants(process: int) -> list[int]:
        checks.append(process)
        if len(checks) > 3:
            checked.set()
        return list(range(2, 1 + MAX_PROCESSES))

    monkeypatch.setattr(resource_monitor, "descendants", descendants)
    monitor = ResourceMonitor(1, ended.set, memory=MAX_PROCESSES / 4)
    assert checked.wait(SECONDS)
    monitor.stop()
    assert (monitor.excess, ended.is_set(), set(checks)) == ("", False, {1})


def test_stopped_monitor_checks_no_more(monkeypatch: pytest.MonkeyPatch, ended: Event) -> None:
    monkeypatch.setattr(resource_monitor, "POLL_SECONDS", SECONDS)
    has_children(monkeypatch, MAX_PROCESSES)
    monitor = ResourceMonitor(1, ended.set, memory=1)
    monitor.stop()
    assert (monitor.excess, ended.is_set()) == ("", False)


# FIGURES OF REAL PROCESSES


def test_resident_memory_is_that_of_the_process() -> None:
    assert resident(os.getpid()) > 1 << 20
    assert resident(NO_PROCESS) == 0


@on_unix
def test_process_without_private_shared_memory_uses_none() -> None:
    assert shared_memory_bytes([os.getpid()]) == 0
    assert shared_memory_bytes([NO_PROCESS]) == 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")
def test_private_shared_memory_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the last process that has one: all processes of a sandbox share it."""
    measured = list[str]()

    def device_of(path: Path) -> SimpleNamespace:
        if path.is_relative_to("/proc/3"):
            raise PermissionError
        return SimpleNamespace(st_dev=2 if path.is_relative_to("/proc") else 1)

    def figures(path: Path) -> SimpleNamespace:
        measured.append(str(path))
        return SimpleNamespace(f_blocks=100, f_bfree=90, f_frsize=4096)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", device_of)
        patch.setattr(os, "statvfs", figures)
        found = shared_memory_bytes([1, 2, 3])
    assert (found, measured) == (10 * 4096, ["/proc/2/root/dev/shm"])
