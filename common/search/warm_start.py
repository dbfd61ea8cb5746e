"""A search that begins at once in plain Python and goes on in machine code as soon as that is compiled."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from typing import Any

from common.kernels.kernel import State
from common.kernels.timers import WAIT
from common.search.compiled_game import CompiledGame
from common.search.iterative_deepening import LARGEST, IterativeDeepening, Searcher, table_bits
from common.search.limit import Level, Limit
from common.search.results import Report

LIGHT = 20_000  # nodes that plain Python has searched before machine code is loaded


@cache
def searcher_for(linked: CompiledGame[Any], level: Level, threads: int, patient: bool) -> Searcher:
    """What thinks under a limit. Who is `patient`, because no clock runs yet, waits until machine code is compiled."""
    limit, blind = level
    bits = table_bits(limit)
    if not linked.compiles or (limit.seconds is None and (limit.nodes or LIGHT + 1) <= LIGHT):
        return IterativeDeepening(linked, linked.plain, bits=bits, blind=blind)
    if patient or limit.seconds is None:
        return IterativeDeepening(linked, linked.fast, threads, bits, blind=blind)
    return Background(linked, threads, bits, blind)


class Background:
    """A Searcher in machine code, and until another process has compiled that, in plain Python."""

    def __init__(
        self, linked: CompiledGame[Any], threads: int = 1, bits: int = LARGEST, blind: float = 0.0
    ) -> None:
        self._linked, self._threads, self._bits, self._blind = linked, threads, bits, blind
        self._fast: IterativeDeepening | None = None
        self._plain: IterativeDeepening | None = None
        self._next_look = 0.0

    def think(self, state: State, limit: Limit) -> Iterator[Report]:
        """See `Searcher`."""
        began, last = time.monotonic(), None
        if not self.is_ready():
            self._plain = self._plain or IterativeDeepening(
                self._linked, self._linked.plain, bits=self._bits, blind=self._blind
            )
            looked = limit.less(time.monotonic() - began)  # the first look costs as much as a small search
            for last in self._plain.think(state, looked, self.is_ready):
                yield last
        spent = time.monotonic() - began
        if self._fast is None or (last and last.proven) or (limit.aim is not None and spent >= limit.aim):
            return
        for report in self._fast.think(state, limit.less(spent)):
            if last is None or report.depth >= last.depth or report.proven:
                last = report._replace(seconds=report.seconds + spent)
                yield last

    def is_ready(self) -> bool:
        """True once machine code is there; looks for it every WAIT seconds at most."""
        if self._fast is None and time.monotonic() >= self._next_look:
            if kernels := self._linked.soon:
                self._fast = IterativeDeepening(
                    self._linked, kernels, self._threads, self._bits, blind=self._blind
                )
            self._next_look = time.monotonic() + WAIT
        return self._fast is not None
