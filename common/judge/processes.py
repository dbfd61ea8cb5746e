"""Work distributed over several processes, on this machine or a Dask cluster."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib.util import find_spec
from multiprocessing import active_children
from threading import Thread
from threading import enumerate as enumerate_threads
from typing import Any, TypeVar

Work = TypeVar("Work")
Result = TypeVar("Result")
POLL_SECONDS = 0.5  # seconds between a worker's checks that its parent is alive
FEEDER_SECONDS = 10.0  # limit for joining a feeder thread; it ends in milliseconds, later on a busy machine


def _init_worker(parent: int) -> None:
    """Initialise a worker: ignore SIGINT (the parent handles it) and exit if the parent dies.

    `parent` is the parent's process id.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=_exit_with_parent, args=(parent,), daemon=True).start()


def _exit_with_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(POLL_SECONDS)
    os._exit(1)


def run_parallel(
    work: Callable[[Work], Result],
    tasks: Sequence[Work],
    jobs: int,
    cluster: str | None = None,
    ordered: bool = True,
) -> Generator[Result, None, None]:
    """Yield the results of `work` for all tasks: here, in processes, or on a Dask scheduler's workers.

    `jobs` is the number of local processes; 1 means this one. `cluster` is the scheduler's address and
    overrides `jobs`. Nothing runs before the first result is asked for. Results come in the order of the
    tasks if `ordered`, otherwise as they are ready; in this process they always come in order. `work` is a
    module-level function or a partial of one. Local processes stop as soon as the generator is closed. Raise
    ImportError if `cluster` is given and Dask is not installed, and whatever `work` raises.
    """
    if cluster is None and jobs == 1:
        yield from map(work, tasks)
    elif cluster is None and find_spec("joblib") is None:
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(jobs, initializer=_init_worker, initargs=(os.getpid(),)) as pool:
            try:
                with _block_sigint():
                    results = pool.map(work, tasks) if ordered else _as_they_end(pool, work, tasks)
                yield from results
            except BaseException:
                _terminate_workers(pool)
                raise
    else:
        import joblib

        with _block_sigint():
            found = _parallel(jobs, cluster, ordered)(joblib.delayed(work)(task) for task in tasks)
        try:
            yield from found
        except BaseException:
            found.close()
            _join_feeder_threads()
            raise


@contextmanager
def _block_sigint() -> Iterator[None]:
    """Block SIGINT and deliver it at the end; processes started meanwhile inherit the block.

    They would otherwise react to Ctrl-C before `_init_worker` makes them ignore it.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # pools start it if necessary, which would unblock SIGINT in this thread
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _terminate_workers(pool: Executor) -> None:
    """Terminate all child processes at once and cancel the remaining tasks of the pool."""
    for child in active_children():
        child.terminate()
    pool.shutdown(cancel_futures=True)  # a pool thread that outlives the interpreter prints a traceback


def _join_feeder_threads() -> None:
    """Wait for the threads that fed worker processes.

    One that is killed at exit has removed a semaphore without unregistering it. A process of joblib's would
    then print a warning after all other output.
    """
    for thread in enumerate_threads():
        if thread.name == "QueueFeederThread":
            thread.join(FEEDER_SECONDS)


def _as_they_end(pool: Executor, work: Callable[[Work], Result], tasks: Sequence[Work]) -> Iterator[Result]:
    from concurrent.futures import as_completed

    return (done.result() for done in as_completed([pool.submit(work, task) for task in tasks]))


def _client(cluster: str) -> Any:
    """Connect to a Dask scheduler. Raise ImportError, or OSError if it does not answer."""
    from distributed import Client

    return Client(cluster)  # type: ignore[no-untyped-call]


def _parallel(jobs: int, cluster: str | None, ordered: bool) -> Any:
    """Return a joblib.Parallel for `jobs` local processes, or all workers of the scheduler `cluster`."""
    import joblib

    returned = "generator" if ordered else "generator_unordered"
    if cluster is None:
        return joblib.Parallel(jobs, return_as=returned, initializer=_init_worker, initargs=(os.getpid(),))
    _client(cluster)  # joblib uses the latest client
    with joblib.parallel_config("dask"):
        return joblib.Parallel(-1, return_as=returned)
