"""Work spread over processes: threads that remain after a failure."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from common.judge.processes import POLL_SECONDS, WorkerPool, run_parallel


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


def die_at_first(path: str) -> int:
    """Kill this worker process, unless the file exists already; it is created first."""
    if not Path(path).exists():
        Path(path).touch()
        os._exit(1)
    return len(path)


def die(task: str) -> int:
    os._exit(1)


def absolute_pool(jobs: int, cluster: str | None = None) -> WorkerPool[int, int]:
    return WorkerPool(abs, jobs, cluster)


def results_of(pool: WorkerPool[Any, Any], count: int) -> list[Any]:
    found = list[Any]()
    while len(found) < count:
        found += pool.results(5)
    return found


@pytest.mark.parametrize("has_joblib", [True, False])
def test_pool_runs_tasks_that_come_up_later(has_joblib: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if has_joblib:
        pytest.importorskip("joblib")
    monkeypatch.setattr("common.judge.processes.find_spec", lambda name: has_joblib or None)
    with absolute_pool(2) as pool:
        assert (pool.size, pool.running) == (2, 0)
        for task in (-3, -4):
            pool.submit(task)
        found = results_of(pool, 2)
        pool.submit(-5)
        assert pool.running == 1
        assert sorted(found + results_of(pool, 1)) == [3, 4, 5]
        assert pool.running == 0 and pool.processes
    assert pool.results(0) == []


def test_pool_runs_the_task_of_a_dead_worker_again(tmp_path: Path) -> None:
    with WorkerPool(die_at_first, 2) as pool:
        names = [str(tmp_path / "1"), str(tmp_path / "12")]
        for name in names:
            pool.submit(name)
        assert sorted(results_of(pool, 2)) == [len(name) for name in names]


KEPT = list[bytes]()


def grow(seconds: float) -> int:
    """Keep 400 MB more, and return the id of this process after some seconds."""
    KEPT.append(b"x" * 400_000_000)
    time.sleep(seconds)
    return os.getpid()


def test_pool_keeps_workers_whose_tables_grow() -> None:
    """After more than a second joblib would look, and end the process."""
    pytest.importorskip("joblib")
    found = list[int]()
    with WorkerPool(grow, 1) as pool:
        for seconds in (0, 1.1, 1.1):
            pool.submit(seconds)
            found += results_of(pool, 1)
    assert len(found) == 3 and len(set(found)) == 1


def test_pool_gives_up_if_workers_keep_dying() -> None:
    with WorkerPool(die, 1) as pool, pytest.raises(MemoryError):
        pool.submit("x")
        results_of(pool, 1)


def test_pool_raises_what_a_task_raises() -> None:
    with WorkerPool(refuse, 1) as pool, pytest.raises(ValueError, match="7"):
        pool.submit(7)
        results_of(pool, 1)


def test_pool_on_a_cluster_has_a_task_for_each_of_its_threads() -> None:
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    )
    with cluster, absolute_pool(1, cluster.scheduler_address) as pool:
        assert pool.size == 2
        pool.submit(-7)
        assert results_of(pool, 1) == [7]
