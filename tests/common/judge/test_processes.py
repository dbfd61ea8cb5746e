"""Work shared by processes: what is left of them when it fails."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from common.judge.processes import spread


def refuse(task: int) -> int:
    raise ValueError(task)


def test_a_failure_leaves_no_thread_that_the_interpreter_would_end_amid_its_cleaning_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """joblib's feeder removes a semaphore and crosses it off afterwards; ended in between, a warning followed the one line."""
    queues = pytest.importorskip("joblib.externals.loky.backend.queues")
    feed = queues.Queue._feed
    fed: list[str] = []

    def slowly(*given: Any) -> None:
        feed(*given)
        time.sleep(0.1)
        fed.append(threading.current_thread().name)

    monkeypatch.setattr(queues.Queue, "_feed", staticmethod(slowly))
    with pytest.raises(ValueError, match=r"[01]"):  # whichever fails first
        list(spread(refuse, [0, 1], jobs=2))
    assert fed == ["QueueFeederThread"]
