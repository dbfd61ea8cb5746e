"""The age of a process, by the clock of a system that these tests make up."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from common.kernels import process_time
from common.kernels.process_time import EXIT_SECONDS, MAX_AGE, process_age, time_used
from tests.support.programs import ROOT

TICKS = 100  # of the clock, in a second
Clock = Callable[..., None]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Set the times of the system, in seconds: now, start and CPU time of this process."""

    def set_times(
        now: float, start: float, cpu: float, stat: str = "9 (a ) b) S {fields} {start} 0\n"
    ) -> None:
        fields = " ".join(["0"] * 18)
        text = stat.format(fields=fields, start=int(start * TICKS))
        times = SimpleNamespace(CLOCK_BOOTTIME=7, clock_gettime=lambda name: now, process_time=lambda: cpu)
        monkeypatch.setattr(process_time, "time", times)
        monkeypatch.setattr(process_time, "Path", lambda path: SimpleNamespace(read_text=lambda: text))
        monkeypatch.setattr(process_time, "os", SimpleNamespace(sysconf=lambda name: TICKS))

    return set_times


def test_age_counts_from_the_start_of_the_process(clock: Clock) -> None:
    clock(now=1000.5, start=1000.25, cpu=0.1)
    assert process_age() == pytest.approx(0.25)
    assert time_used() == pytest.approx(0.25 + EXIT_SECONDS)


def test_start_rounded_to_a_tick_may_be_younger_than_cpu_time(clock: Clock) -> None:
    clock(now=1000.5, start=1000.4, cpu=0.11)
    assert process_age() == pytest.approx(0.1)


@pytest.mark.parametrize("start", [1000.4, 1000.6])
def test_age_below_cpu_time_is_not_believed(start: float, clock: Clock) -> None:
    clock(now=1000.5, start=start, cpu=0.3)
    assert process_age() == 0.3


def test_age_of_an_old_process_does_not_count(clock: Clock) -> None:
    clock(now=1000.0, start=1000.0 - MAX_AGE, cpu=0.3)
    assert process_age() == 0.3
    clock(now=1000.0, start=1000.01 - MAX_AGE, cpu=0.3)
    assert process_age() == pytest.approx(MAX_AGE - 0.01)


@pytest.mark.parametrize("stat", ["", "9 (a) S 1 2", "9 (a) S {fields} soon"])
def test_unreadable_start_gives_cpu_time(stat: str, clock: Clock) -> None:
    clock(now=1000.5, start=1000.25, cpu=0.1, stat=stat)
    assert process_age() == 0.1


def test_system_without_the_clock_gives_cpu_time(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    clock(now=1000.5, start=1000.25, cpu=0.1)
    monkeypatch.setattr(process_time, "time", SimpleNamespace(process_time=lambda: 0.1))
    assert process_age() == 0.1


ASLEEP = """
import time
from common.kernels.process_time import process_age
time.sleep(0.2)
print(time.process_time(), process_age())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_age_includes_time_without_the_processor() -> None:
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", ASLEEP], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    cpu, age = map(float, done.stdout.split())
    assert cpu + 0.15 < age <= time.monotonic() - began + 1 / TICKS
