"""Work shared by several processes, here or on a cluster."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from importlib.util import find_spec
from typing import Any, TypeVar

Work = TypeVar("Work")
Result = TypeVar("Result")
QUIET: dict[str, Any] = {
    "initializer": signal.signal,
    "initargs": (signal.SIGINT, signal.SIG_IGN),
}  # Ctrl-C is the parent's affair


def spread(
    work: Callable[[Work], Result], tasks: Sequence[Work], jobs: int, cluster: str | None = None
) -> Generator[Result, None, None]:
    """The results in order, as they come: from this process, from others here, or from the workers of a Dask scheduler.

    `work` is a module's function or a partial of one. Joblib's processes end at once when nobody waits for them any more; without
    joblib they finish what they are at. Raises ImportError where a cluster is asked for and Dask is missing.
    """
    if cluster is None and jobs == 1:
        yield from map(work, tasks)
    elif cluster is None and find_spec("joblib") is None:
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(jobs, **QUIET) as pool:
            yield from pool.map(work, tasks)
    else:
        import joblib

        with closing(_parallel(jobs, cluster)(joblib.delayed(work)(task) for task in tasks)) as results:
            yield from results


def _parallel(jobs: int, cluster: str | None) -> Any:
    """Processes here, or a scheduler's workers."""
    import joblib

    if cluster is None:
        return joblib.Parallel(jobs, return_as="generator", **QUIET)
    from distributed import Client

    Client(cluster)  # type: ignore[no-untyped-call] # becomes the one that joblib finds
    with joblib.parallel_config("dask"):
        return joblib.Parallel(-1, return_as="generator")
