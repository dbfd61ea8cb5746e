"""Ctrl-C as a request to stop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.kernels import interrupt
from common.kernels.deadline import Deadline
from common.kernels.interrupt import Request, listening
from common.search.think import Thinker
from tests.kernels.test_machine import DUEL, STATE

ROOT = Path(__file__).parents[2]
LONG_MOVE = [sys.executable, "duel7.py", "move", "X", "X a1 a7 d4 O b2 c3 e5", "60", "--seconds", "60"]


@pytest.fixture(autouse=True)
def own_handler() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    Request.made = False
    signal.signal(signal.SIGINT, before)


def test_listening_raises_at_its_end() -> None:
    printed = list[str]()
    with pytest.raises(KeyboardInterrupt), listening():
        signal.raise_signal(signal.SIGINT)
        assert Deadline().expired and Deadline().remaining == 0
        printed.append("what is known")
    assert printed == ["what is known"] and not Request.made


def test_listening_hides_other_errors_after_ctrl_c() -> None:
    with pytest.raises(KeyboardInterrupt), listening():
        signal.raise_signal(signal.SIGINT)
        raise ValueError
    with pytest.raises(ValueError, match="wrong"), listening():
        raise ValueError("wrong")


def test_ctrl_c_raises_at_once_outside_of_kernels() -> None:
    interrupt.defer()
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_handler_of_somebody_else_stays() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    interrupt.defer()
    assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN


def test_other_threads_set_no_handler() -> None:
    thread = threading.Thread(target=interrupt.defer)
    thread.start()
    thread.join()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.skipif(os.name == "nt", reason="signals are sent to process ids")
def test_ctrl_c_ends_a_search_in_twenty_moments() -> None:
    search = Thinker(DUEL, DUEL.instance())
    for moment in range(20):
        timer = threading.Timer(0.003 * moment, os.kill, (os.getpid(), signal.SIGINT))
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            for _ in search.think(STATE, Deadline(end=time.monotonic() + 10)):
                pass
            time.sleep(10)
        assert time.monotonic() - began < 3
        assert not Request.made


@pytest.mark.skipif(os.name == "nt", reason="signals are sent to process ids")
def test_search_goes_on_after_ctrl_c() -> None:
    search = Thinker(DUEL, DUEL.instance(), bits=14)
    threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        list(search.think(STATE, Deadline(end=time.monotonic() + 10)))
    assert list(search.think(STATE, Deadline(nodes=1000)))


@pytest.mark.skipif(os.name == "nt", reason="signals are sent to process ids")
@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_ends_a_call_without_a_traceback(times: int) -> None:
    call = subprocess.Popen(LONG_MOVE, cwd=ROOT, stdout=-1, stderr=-1, text=True)
    time.sleep(3)
    for _ in range(times):
        call.send_signal(signal.SIGINT)
        time.sleep(0.001)
    _, problem = call.communicate(timeout=10)
    assert call.returncode in (130, -signal.SIGINT) and "Traceback" not in problem
