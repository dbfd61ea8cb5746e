"""Work spread over processes: threads that remain after a failure."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from common.judge.processes import POLL_SECONDS, run_parallel


def refuse(task: int) -> int:
    raise ValueError(task)


def test_spread_waits_for_the_feeder_thread_after_a_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Let the feeder thread of joblib finish before the interpreter exits.

    It removes a semaphore and then unregisters it. If it was killed in between, a warning followed the
    one-line message.
    """
    queues = pytest.importorskip("joblib.externals.loky.backend.queues")
    feed = queues.Queue._feed
    fed: list[str] = []

    def slowly(*given: Any) -> None:
        feed(*given)
        time.sleep(POLL_SECONDS + 0.1)  # as on a busy machine
        fed.append(threading.current_thread().name)

    monkeypatch.setattr(queues.Queue, "_feed", staticmethod(slowly))
    with pytest.raises(ValueError, match=r"[01]"):  # whichever task fails first
        list(run_parallel(refuse, [0, 1], jobs=2))
    assert fed == ["QueueFeederThread"]


@pytest.mark.parametrize("ordered", [True, False])
def test_tasks_run_in_processes_without_joblib(ordered: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("common.judge.processes.find_spec", lambda name: None)
    found = list(run_parallel(abs, [-3, 1, -2], jobs=2, ordered=ordered))
    assert (found if ordered else sorted(found, reverse=True)) == ([3, 1, 2] if ordered else [3, 2, 1])
