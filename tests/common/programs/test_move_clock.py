"""The clock of a move: the limit, the delays of the machine."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from common.programs import move_clock
from common.programs.move_clock import (
    MAX_STRETCH,
    PRECISION,
    MoveClock,
    TimedProgram,
    Usage,
    is_waiting,
    own_wait,
    usage_by_thread,
    usage_since,
)
from common.programs.one_shot import join_command, one_shot_player
from common.rules.player import ForfeitError
from tests.support.programs import on_unix
from tests.support.small_board import START

SECOND = 1_000_000_000


class Machine:
    """The time, and what the system counts; tests set both."""

    now = 100.0
    own = 0.0
    threads: dict[tuple[int, int], Usage]

    def __init__(self) -> None:
        self.threads = {}

    def program(self, ran: float, waited: float, is_ready: bool = False, thread: int = 1) -> None:
        self.threads[7, thread] = Usage(int(ran * SECOND), int(waited * SECOND), is_ready)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine()
    monkeypatch.setattr(move_clock, "time", SimpleNamespace(monotonic=lambda: made.now))
    monkeypatch.setattr(move_clock, "own_wait", lambda: made.own)
    monkeypatch.setattr(move_clock, "usage_by_thread", lambda root: dict(made.threads))
    monkeypatch.setattr(move_clock, "processors", lambda: 2)
    return made


def test_time_is_up_at_the_limit(machine: Machine) -> None:
    clock = MoveClock(7, 1.0)
    machine.now += 1.0
    assert not clock.is_over() and clock.overrun() is None
    machine.now += 2 * PRECISION
    assert clock.is_over()
    overrun = clock.overrun()
    assert overrun and overrun.is_late and overrun.over == pytest.approx(2 * PRECISION)


def test_delay_of_a_sleeping_process_extends_the_time(machine: Machine) -> None:
    clock = MoveClock(7, 1.0)
    machine.now += 1.3
    clock.next_step()
    machine.own = 0.3
    clock.woke()
    assert not clock.is_over()
    machine.now += 0.1
    assert clock.is_over()


def test_late_wake_up_counts_where_the_system_counts_nothing(machine: Machine) -> None:
    clock = MoveClock(7, 1.0)
    machine.now += 1.0
    clock.next_step()
    machine.now += PRECISION + 0.25
    clock.woke()
    assert not clock.is_over(), "0.255 s over, 0.25 s late"
    machine.now += 0.1
    assert clock.is_over()


def test_steps_are_short_and_end_at_the_limit(machine: Machine) -> None:
    clock = MoveClock(7, 1.0)
    assert clock.next_step() == move_clock.STEP_SECONDS
    machine.now += 0.995
    assert clock.next_step() == pytest.approx(0.005)
    machine.now += 1
    assert clock.next_step() == PRECISION


def test_waiting_for_a_processor_extends_the_time(machine: Machine) -> None:
    machine.program(ran=5.0, waited=9.0)
    clock = MoveClock(7, 1.0, has_run=True)
    machine.program(ran=5.5, waited=9.8)
    machine.now += 1.7
    assert not clock.is_over(), "0.7 s over, 0.8 s waited since the start"
    machine.now += 0.2
    assert clock.is_over()
    overrun = clock.overrun()
    assert overrun and overrun.waited == 0.8


def test_program_that_waits_now_is_judged_when_it_has_run(machine: Machine) -> None:
    clock = MoveClock(7, 1.0)
    machine.program(ran=0.1, waited=0.0, is_ready=True)
    machine.now += 1.5
    assert not clock.is_over() and not clock.is_over()
    machine.program(ran=0.2, waited=0.0, is_ready=True)
    assert clock.is_over()


def test_processes_that_wait_for_each_other_gain_nothing(machine: Machine) -> None:
    """They had all the processor time of two processors in a second."""
    clock = MoveClock(7, 1.0)
    for thread in range(40):
        machine.program(ran=0.06, waited=0.9, thread=thread)
    machine.now += 1.2
    assert clock.is_over()


def test_no_delay_stretches_a_move_for_ever(machine: Machine) -> None:
    clock = MoveClock(7, 1.0)
    clock.next_step()
    machine.now, machine.own = machine.now + MAX_STRETCH + 0.1, 1000.0
    clock.woke()
    assert clock.is_over()


# WHAT THE SYSTEM COUNTS


def test_usage_adds_what_ran_and_the_longest_wait_of_each_process() -> None:
    before = {(1, 1): Usage(4 * SECOND, 2 * SECOND, False)}
    now = {
        (1, 1): Usage(5 * SECOND, 4 * SECOND, False),
        (1, 2): Usage(1 * SECOND, 3 * SECOND, False),
        (2, 2): Usage(1 * SECOND, 1 * SECOND, True),
    }
    assert usage_since(before, now) == pytest.approx((3, 4))


def test_waiting_thread_is_ready_and_has_not_run() -> None:
    assert is_waiting({(1, 1): Usage(5, 0, True)}, {(1, 1): Usage(5, 0, True)})
    assert not is_waiting({(1, 1): Usage(5, 0, True)}, {(1, 1): Usage(6, 0, True)})
    assert not is_waiting({(1, 1): Usage(5, 0, True)}, {(1, 1): Usage(5, 0, False)})
    assert not is_waiting({}, {})


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_system_counts_this_process() -> None:
    import os

    before = usage_by_thread(os.getpid())
    total = sum(range(3_000_000))
    ran, waited = usage_since(before, usage_by_thread(os.getpid()))
    assert total and ran > 0.001 and waited >= 0
    assert own_wait() >= 0
    assert usage_by_thread(2**22 + 1) == {}


SLOW = "import time\ntime.sleep(60)\nprint('a1 b1')\n"


@on_unix
def test_sleeping_program_is_late(tmp_path: Path, bare: None) -> None:
    (tmp_path / "bot.py").write_text(SLOW, encoding="utf-8")
    player = one_shot_player(
        join_command([sys.executable, str(tmp_path / "bot.py")]), 0.05, lambda position: ["go"]
    )
    with pytest.raises(ForfeitError, match="does not answer within"):
        player(START)
    assert isinstance(player, TimedProgram)
    (overrun,) = player.overruns
    assert overrun.over < 0.05 * MAX_STRETCH + 20
