"""Warm start: search in plain Python until machine code is compiled, then switch to it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from common.kernels.deadline import Deadline
from common.kernels.kernel import State
from common.kernels.timers import POLL_SECONDS
from common.search.compiled_game import CompiledGame
from common.search.iterative_deepening import MAX_TABLE_BITS, IterativeDeepening, Searcher, table_bits
from common.search.limit import Level
from common.search.results import Report

MAX_PLAIN_NODES = 20_000  # nodes that plain Python searches in the time it takes to load machine code
MAX_SEARCHERS = 4  # two players, coach and hints; a table takes up to 200 MB


@lru_cache(MAX_SEARCHERS)
def searcher_for(linked: CompiledGame[Any], level: Level, threads: int) -> Searcher:
    """Return the searcher for a level. Under a time limit it starts in plain Python while code compiles.

    Without a time limit, compile first, or use plain Python for few nodes. Equal arguments share one searcher
    and so its table, while it is among the last MAX_SEARCHERS.
    """
    limit = level.limit
    if _suits_plain_python(linked, level):
        return IterativeDeepening(linked, linked.plain, bits=table_bits(limit), level=level)
    if limit.seconds is None:
        return compiled_searcher(linked, level, threads)
    return WarmStart(linked, threads, table_bits(limit), level)


@lru_cache(MAX_SEARCHERS)
def compiled_searcher(linked: CompiledGame[Any], level: Level, threads: int) -> Searcher:
    """Return the searcher for a level and compile its machine code first, because no clock is running yet.

    For few nodes, or without machine code, it searches in plain Python. Equal arguments share one searcher.
    """
    if _suits_plain_python(linked, level):
        return searcher_for(linked, level, threads)
    return IterativeDeepening(linked, linked.fast, threads, table_bits(level.limit), level)


def _suits_plain_python(linked: CompiledGame[Any], level: Level) -> bool:
    """Return True if plain Python is fast enough for the limit, or the kernels do not compile."""
    limit = level.limit
    return not linked.compiles or (
        limit.seconds is None and (limit.nodes or MAX_PLAIN_NODES + 1) <= MAX_PLAIN_NODES
    )


class WarmStart:
    """A Searcher in machine code, and in plain Python until another process has compiled that."""

    def __init__(
        self,
        linked: CompiledGame[Any],
        threads: int = 1,
        bits: int = MAX_TABLE_BITS,
        level: Level = Level(),
    ) -> None:
        self._linked, self._threads, self._bits, self._level = linked, threads, bits, level
        self._fast: IterativeDeepening | None = None
        self._plain: IterativeDeepening | None = None
        self._next_poll = 0.0

    def think(self, state: State, deadline: Deadline) -> Iterator[Report]:
        """Yield reports as any `Searcher` does."""
        began, last = time.monotonic(), None
        if not self.is_ready():
            self._plain = self._plain or IterativeDeepening(
                self._linked, self._linked.plain, bits=self._bits, level=self._level
            )
            for last in self._plain.think(state, deadline._replace(is_superseded=self.is_ready)):
                yield last
        if self._fast is None or (last and (last.proven or deadline.expired)):
            return
        spent = time.monotonic() - began
        for report in self._fast.think(state, deadline):
            if last is None or report.depth >= last.depth or report.proven:
                last = report._replace(seconds=report.seconds + spent)
                yield last

    def is_ready(self) -> bool:
        """Return True once machine code is loaded.

        The first call starts the build if needed. Polls the build at most every POLL_SECONDS.
        """
        if self._fast is None and time.monotonic() >= self._next_poll:
            if kernels := self._linked.fast_if_built:
                self._fast = IterativeDeepening(self._linked, kernels, self._threads, self._bits, self._level)
            self._next_poll = time.monotonic() + POLL_SECONDS
        return self._fast is not None
