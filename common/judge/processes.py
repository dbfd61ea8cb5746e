"""Work shared by several processes, with progress on a terminal."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from importlib.util import find_spec
from typing import Any, TypeVar

Work = TypeVar("Work")
Result = TypeVar("Result")


def in_order(work: Callable[[Work], Result], tasks: Sequence[Work], jobs: int) -> list[Result]:
    """The results of all tasks, in order. `work` must be a module's function or a partial of one.

    Ctrl-C is the parent's affair: the workers end with what they are at.
    """
    from concurrent.futures import ProcessPoolExecutor

    results = []
    with ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        for number, result in enumerate(pool.map(work, tasks), 1):
            results.append(result)
            if sys.stderr.isatty():
                print(f"\r{number} of {len(tasks)}", end="\n" if number == len(tasks) else "", file=sys.stderr, flush=True)
    return results


def spread(
    work: Callable[[Work], Result], tasks: Sequence[Work], jobs: int, cluster: str | None = None
) -> Generator[Result, None, None]:
    """The results in order, as they come, from processes of joblib or from the workers of a Dask scheduler.

    Without joblib, or with one job, in this process. Raises ImportError where a cluster is asked for and Dask is missing.
    """
    if cluster is None and (jobs == 1 or find_spec("joblib") is None):
        if jobs > 1:
            print('One process; for several: python -m pip install ".[scale]"', file=sys.stderr)
        yield from map(work, tasks)
        return
    import joblib

    with closing(_parallel(jobs, cluster)(joblib.delayed(work)(task) for task in tasks)) as results:
        yield from results


def _parallel(jobs: int, cluster: str | None) -> Any:
    """Processes here, or a scheduler's workers; Ctrl-C is the parent's affair."""
    import joblib

    if cluster is None:
        return joblib.Parallel(jobs, return_as="generator", initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    from distributed import Client

    Client(cluster)  # type: ignore[no-untyped-call] # becomes the one that joblib finds
    with joblib.parallel_config("dask"):
        return joblib.Parallel(-1, return_as="generator")
