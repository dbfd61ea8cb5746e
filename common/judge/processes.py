"""Work shared by several processes, here or on a cluster."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from multiprocessing import active_children
from threading import Thread
from threading import enumerate as enumerate_threads
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor

Work = TypeVar("Work")
Result = TypeVar("Result")
LOOK = 0.5  # seconds after which a worker looks again whether anybody is left to work for


def _begin(parent: int) -> None:
    """A worker's first act: Ctrl-C is the affair of its parent, a process id, and a parent that is killed can end nobody."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=_end_with_the_parent, args=(parent,), daemon=True).start()


def _end_with_the_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK)
    os._exit(1)


def spread(
    work: Callable[[Work], Result],
    tasks: Sequence[Work],
    jobs: int,
    cluster: str | None = None,
    ordered: bool = True,
) -> Generator[Result, None, None]:
    """The results as they come: from this process, from others here, or from the workers of a Dask scheduler.

    They come in order unless they need not be `ordered`. `work` is a module's function or a partial of one. Processes here end at
    once when nobody waits for them any more. Raises ImportError where a cluster is asked for and Dask is missing.
    """
    if cluster is None and jobs == 1:
        yield from map(work, tasks)
    elif cluster is None and find_spec("joblib") is None:
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(os.getpid(),)) as pool:
            try:
                with _unheard():
                    results = pool.map(work, tasks) if ordered else _as_they_end(pool, work, tasks)
                yield from results
            except BaseException:
                _end_at_once(pool)
                raise
    else:
        import joblib

        with _unheard():
            found = _parallel(jobs, cluster, ordered)(joblib.delayed(work)(task) for task in tasks)
        try:
            yield from found
        except BaseException:
            found.close()
            _wait_for_feeders()
            raise


@contextmanager
def _unheard() -> Iterator[None]:
    """Ctrl-C comes when this ends; processes started within do not hear it either, until they know to leave it to this one."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # its start, of which pools have need, would make this thread hear Ctrl-C again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_at_once(pool: Executor) -> None:
    """End the processes that nobody waits for any more, whatever they are at."""
    for child in active_children():
        child.terminate()
    pool.shutdown(
        cancel_futures=True
    )  # soon: a pool whose thread outlives the interpreter prints a traceback


def _wait_for_feeders() -> None:
    """Wait for the threads that fed processes: one that the interpreter ends has a semaphore removed but not crossed off yet.

    The warning about it is printed by a process of joblib's, after everything else.
    """
    for thread in enumerate_threads():
        if thread.name == "QueueFeederThread":
            thread.join(LOOK)


def _as_they_end(pool: Executor, work: Callable[[Work], Result], tasks: Sequence[Work]) -> Iterator[Result]:
    from concurrent.futures import as_completed

    return (done.result() for done in as_completed([pool.submit(work, task) for task in tasks]))


def _parallel(jobs: int, cluster: str | None, ordered: bool) -> Any:
    """Processes here, or a scheduler's workers."""
    import joblib

    returned = "generator" if ordered else "generator_unordered"
    if cluster is None:
        return joblib.Parallel(jobs, return_as=returned, initializer=_begin, initargs=(os.getpid(),))
    from distributed import Client

    Client(cluster)  # type: ignore[no-untyped-call] # becomes the one that joblib finds
    with joblib.parallel_config("dask"):
        return joblib.Parallel(-1, return_as=returned)
