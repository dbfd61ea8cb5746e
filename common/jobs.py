"""Work shared by several processes, with progress on a terminal."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


def in_order(work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int) -> list[Result]:
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
