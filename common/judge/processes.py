"""Work distributed over several processes, on this machine or a Dask cluster."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from importlib.util import find_spec
from math import inf
from multiprocessing import active_children
from threading import Thread
from threading import enumerate as enumerate_threads
from typing import Any, Generic, TypeVar

Work = TypeVar("Work")
Result = TypeVar("Result")
POLL_SECONDS = 0.5  # seconds between a worker's checks that its parent is alive
FEEDER_SECONDS = 10.0  # limit for joining a feeder thread; it ends in milliseconds, later on a busy machine
MAX_LOSSES = 3  # times in a row that worker processes may die before any of them has a result


def _init_worker(parent: int) -> None:
    """Initialise a worker: ignore SIGINT (the parent handles it) and exit if the parent dies.

    `parent` is the parent's process id.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=_exit_with_parent, args=(parent,), daemon=True).start()


def _init_lasting_worker(parent: int) -> None:
    """Initialise a worker of joblib that may keep tables: joblib would end it once it has grown by 300 MB."""
    from joblib.externals.loky import process_executor

    process_executor._MAX_MEMORY_LEAK_SIZE = inf
    _init_worker(parent)


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


class WorkerPool(Generic[Work, Result]):
    """Workers for tasks that come up while others run: local processes, or those of a Dask scheduler.

    A local worker that dies, for example killed by the system, is replaced, and all running tasks start anew.
    """

    def __init__(self, work: Callable[[Work], Result], jobs: int, cluster: str | None = None) -> None:
        """Prepare `jobs` local processes, or connect to the scheduler with the address `cluster`.

        `work` is a module-level function. Raise ImportError if `cluster` is given and Dask is not installed,
        OSError if the scheduler does not answer.
        """
        self._work, self._jobs, self._client = work, jobs, _client(cluster) if cluster else None
        self._executor = self._new_executor()
        self._tasks = dict[Future[Result], Work]()
        self._losses = 0

    def __enter__(self) -> WorkerPool[Work, Result]:
        return self

    def __exit__(self, *problem: object) -> None:
        self._stop_executor()
        if self._client:
            self._client.close()

    @property
    def size(self) -> int:
        """The number of tasks that can run at once."""
        return sum(self._client.nthreads().values()) if self._client else self._jobs

    @property
    def running(self) -> int:
        """The number of submitted tasks without a result."""
        return len(self._tasks)

    @property
    def processes(self) -> list[int]:
        """The ids of the local worker processes."""
        return list(getattr(self._executor, "_processes", None) or ())

    def submit(self, task: Work) -> None:
        """Start a task as soon as a worker is free."""
        with _block_sigint():
            self._tasks[self._executor.submit(self._work, task)] = task

    def results(self, seconds: float) -> list[Result]:
        """Return the new results; wait for the first one, at most so many seconds.

        Raise MemoryError if workers keep dying, and whatever `work` raises.
        """
        found = list[Result]()
        for future in wait(self._tasks, seconds, FIRST_COMPLETED).done:
            try:
                found.append(future.result())
            except BrokenExecutor as problem:
                self._replace_workers(problem)
                break
            del self._tasks[future]
            self._losses = 0
        return found

    def _replace_workers(self, problem: BrokenExecutor) -> None:
        """Start all unfinished tasks again in new processes. Raise MemoryError at the MAX_LOSSES-th time."""
        self._losses += 1
        if self._losses >= MAX_LOSSES:
            raise MemoryError from problem
        unfinished = list(self._tasks.values())
        self._tasks.clear()
        self._stop_executor()
        self._executor = self._new_executor()
        for task in unfinished:
            self.submit(task)

    def _new_executor(self) -> Executor:
        if self._client:
            return self._client.get_executor()  # type: ignore[no-any-return]
        if find_spec("joblib"):
            from joblib.externals.loky import ProcessPoolExecutor

            initializer = _init_lasting_worker
        else:
            from concurrent.futures import ProcessPoolExecutor

            initializer = _init_worker
        return ProcessPoolExecutor(  # type: ignore[no-any-return]
            self._jobs, initializer=initializer, initargs=(os.getpid(),)
        )

    def _stop_executor(self) -> None:
        """Stop the local workers at once, or leave the scheduler, whose workers drop what has not begun."""
        if self._client:
            for future in self._tasks:
                future.cancel()
        elif find_spec("joblib"):
            self._executor.shutdown(kill_workers=True)  # type: ignore[call-arg]
            _join_feeder_threads()
        else:
            _terminate_workers(self._executor)
