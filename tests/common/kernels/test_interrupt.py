"""Ctrl-C as a request to stop."""

from __future__ import annotations

import _thread
import signal
import threading

import pytest

from common.kernels import interrupt
from common.kernels.interrupt import Interrupt


def test_second_ctrl_c_raises_keyboard_interrupt() -> None:
    asked = Interrupt()
    assert not asked.requested
    asked.request(signal.SIGINT, None)
    assert asked.requested
    with pytest.raises(KeyboardInterrupt):
        asked.request(signal.SIGINT, None)


def test_listening_raises_at_its_end() -> None:
    asked, printed = Interrupt(), list[str]()
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), asked.listening():
        signal.raise_signal(signal.SIGINT)
        printed.append("what is known")
    assert printed == ["what is known"]
    assert signal.getsignal(signal.SIGINT) == before


def test_listening_hides_other_errors_after_ctrl_c() -> None:
    asked = Interrupt()
    with pytest.raises(KeyboardInterrupt), asked.listening():
        signal.raise_signal(signal.SIGINT)
        raise ValueError
    with pytest.raises(ValueError, match="wrong"), Interrupt().listening():
        raise ValueError("wrong")


def test_unnoticed_request_interrupts_the_main_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    fired = threading.Event()
    monkeypatch.setattr(interrupt, "NOTICE_SECONDS", 0.001)
    monkeypatch.setattr(_thread, "interrupt_main", fired.set)
    Interrupt().request(signal.SIGINT, None)
    assert fired.wait(10)


def test_noticed_request_does_not_interrupt_the_main_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    fired = threading.Event()
    monkeypatch.setattr(interrupt, "NOTICE_SECONDS", 0.2)
    monkeypatch.setattr(_thread, "interrupt_main", fired.set)
    asked = Interrupt()
    asked.request(signal.SIGINT, None)
    assert asked.requested
    assert not fired.wait(0.3)
