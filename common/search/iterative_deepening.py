"""Iterative deepening: search one ply deeper each time until the limit, on one thread or on several that share a table."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import closing
from functools import partial
from typing import Any, Protocol

from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels, State
from common.kernels.timers import WAIT, Clock, Threads
from common.search.alpha_beta import INFINITE, LONGEST, NO_MOVE
from common.search.compiled_game import CompiledGame
from common.search.limit import Limit
from common.search.results import Report
from common.search.solver import Alone
from common.search.transposition import WON

WINDOW = (
    15  # a depth whose score is further than this from the last depth's is searched again (aspiration window)
)
STEADY = 3  # after this many depths without a new best move half the time is enough
TURNS = 3  # in which traps are set
SMALLEST = 14  # bits of the number of table entries in use, at first and at most
LARGEST = 22

Reports = Generator["Report | None", None, None]


class Searcher(Protocol):
    """A search of positions for an engine: an IterativeDeepening, or a WarmStart (warm_start.py)."""

    def think(self, state: State, deadline: Deadline) -> Iterator[Report]:
        """Yield Reports, each at least as deep as the last, until the deadline; none if there is no time at all."""


class IterativeDeepening:
    """A search that keeps its table, of 2 ** bits entries, and its history from move to move; plain Python has one thread.

    It searches late moves less deep, and ends at half the time once the best move has not changed for STEADY depths.
    A `window` of 0 leaves nothing out at first.
    """

    thorough = False

    def __init__(
        self,
        linked: CompiledGame[Any],
        kernels: Kernels,
        threads: int = 1,
        bits: int = LARGEST,
        blind: float = 0.0,
        window: int = WINDOW,
    ) -> None:
        self._kernels, self._window = kernels, window
        self._fields, self._blind = linked.fields, blind
        self._traps = linked.traps and not self.thorough and not blind
        self._companion = Alone() if blind else linked.companion(kernels, linked.fields, threads)
        if self.thorough and not self._companion.is_exact:
            self._companion = Alone()
        self._table: Any = kernels.memory(linked.table_fields)
        self._table.mask = (1 << bits) - 1
        self._memories = [self._new_memory() for _ in range(threads if kernels.compiled else 1)]
        self._stages: list[tuple[int, int]] = []  # of each thread: its depth, the best move before
        self._threads = Threads()

    def _new_memory(self) -> Any:
        """Return the memory of one thread."""
        memory: Any = (self._kernels.memory if self._kernels.compiled else Clock)(self._fields)
        memory.thorough, memory.blind = int(self.thorough), int(self._blind * 1024)
        return memory

    def think(self, state: State, deadline: Deadline) -> Iterator[Report]:
        """See `Searcher`."""
        began, steady, last = time.monotonic(), 0, None
        half = deadline.part(0.5)
        self._rest(deadline)
        beginning = self._companion.before(state, deadline)
        if beginning.report and beginning.report.proven:
            yield beginning.report._replace(seconds=time.monotonic() - began)
            return
        with closing(self._reports(state, beginning.deadline)) as reports:
            for report in reports:
                if report and (last is None or report.proven or report.depth > last.depth):
                    steady = steady + 1 if last and report.move == last.move else 0
                    deepest = max(report.depth, last.depth if last else 0)
                    last = report._replace(depth=deepest, seconds=time.monotonic() - began)
                    yield last
                is_steady = not self.thorough and steady >= STEADY and half.expired
                if last and (last.proven or is_steady):
                    break
        if last and last.proven and last.score == 0 and self._traps:
            yield self._with_a_trap(state, last, deadline)._replace(seconds=time.monotonic() - began)
        if not (last and last.proven) and (better := self._companion.after(state, last, deadline)):
            yield better._replace(seconds=time.monotonic() - began)

    def _rest(self, deadline: Deadline) -> None:
        """Wait for threads that were told to stop; leave those behind that get no processor, with their memory."""
        for number in self._threads.rest(deadline):
            self._memories[number] = self._new_memory()

    def _with_a_trap(self, state: State, drawn: Report, deadline: Deadline) -> Report:
        """Among moves that keep the draw, choose the one after which most plausible replies lose, within the deadline."""
        self._rest(deadline)
        memory = self._memories[0]
        memory.best, memory.budget, memory.stop = drawn.move, deadline.budget, 0

        def work(memory: Any) -> None:
            for turns in range(1, TURNS + 1):
                self._kernels.set_trap(memory, self._table, state, turns)

        if self._kernels.compiled:
            self._threads.race(deadline, work, [memory])
        else:
            work(memory)
        return (
            drawn
            if memory.best == drawn.move
            else drawn._replace(move=int(memory.best), line=(int(memory.best),))
        )

    @property
    def _nodes(self) -> int:
        return self._companion.nodes + sum(int(memory.nodes) for memory in self._memories)

    def _reports(self, state: State, deadline: Deadline) -> Reports:
        for memory in self._memories:
            memory.stop, memory.best = 0, NO_MOVE
        self._stages = [(0, NO_MOVE)] * len(self._memories)
        if self._kernels.compiled:
            return self._together(state, deadline)
        self._memories[0].deadline = deadline
        return self._deepen(0, state, deadline)

    def _together(self, state: State, deadline: Deadline) -> Reports:
        """Yield the reports of all threads as they come, None now and then; ends at the deadline or when one thread is done.

        The calling thread searches the first depth, so that there is a report however busy the machine is.
        """
        import queue

        found: queue.SimpleQueue[Report | BaseException | None] = queue.SimpleQueue()
        depths = [self._deepen(number, state, deadline) for number in range(len(self._memories))]
        yield next(depths[0], None)
        if deadline.expired:
            return

        def work(number: int) -> None:
            try:
                for report in depths[number]:
                    found.put(report)
                found.put(None)
            except BaseException as problem:
                found.put(problem)

        self._threads.start([partial(work, number) for number in range(len(depths))])
        try:
            while (left := deadline.remaining) > 0:
                try:
                    report = found.get(timeout=min(left, WAIT))
                except queue.Empty:
                    yield None
                    continue
                if isinstance(report, BaseException):
                    raise report
                if report is None:
                    return
                yield report
            while not found.empty():
                report = found.get()
                if isinstance(report, Report):
                    yield report
            yield from [report for number in range(len(depths)) if (report := self._unfinished(number))]
        finally:
            for memory in self._memories:
                memory.stop = 1

    def _unfinished(self, number: int) -> Report | None:
        """Return what the unfinished depth of a thread has found, None if nothing new.

        It is read from its memory: a thread that was told to stop may get no processor to report it.
        """
        memory, (depth, before) = self._memories[number], self._stages[number]
        best, score = int(memory.best), int(memory.score)
        if best in (NO_MOVE, before):
            return None
        return Report(best, score, (), depth, self._nodes, 0.0, False)

    def _deepen(self, number: int, state: State, deadline: Deadline) -> Reports:
        """Yield one thread's reports, in its memory of now: it may start after it was left behind."""
        return self._depths(number, self._memories[number], self._stages, state, deadline)

    def _depths(
        self, number: int, memory: Any, stages: list[tuple[int, int]], state: State, deadline: Deadline
    ) -> Reports:
        """Yield reports depth by depth; threads of odd number begin with depth 2."""
        kernels = self._kernels
        memory.nodes, memory.budget = 0, deadline.budget
        kernels.fade(memory, 3)
        best, score = NO_MOVE, 0
        for depth in range(1 + number % 2, (deadline.depth or LONGEST) + 1):
            memory.best, stages[number] = NO_MOVE, (depth, best)
            score = self._aspire(memory, state, depth, score)
            stopped = bool(memory.stop)
            if memory.best < 0 or (stopped and memory.best == best):
                return
            best = int(memory.best)
            line = () if stopped else self._line(memory, state, best, depth)
            proven = not stopped and (bool(memory.exact) or WON - abs(score) <= depth)
            yield Report(best, int(memory.score), line, depth, self._nodes, 0.0, proven)
            if stopped or proven:
                return

    def _aspire(self, memory: Any, state: State, depth: int, guess: int) -> int:
        """The score of a depth: by a window around `guess` first, which is opened on the side where the score lies outside."""
        alpha, beta = -INFINITE, INFINITE
        if self._window and depth > 3:
            alpha, beta = guess - self._window, guess + self._window
        while True:
            score = int(self._kernels.search(memory, self._table, state, depth, alpha, beta, 0))
            if memory.stop or alpha < score < beta:
                return score
            alpha, beta = (-INFINITE, beta) if score <= alpha else (alpha, INFINITE)

    def _line(self, memory: Any, state: State, move: int, depth: int) -> tuple[int, ...]:
        length = int(self._kernels.principal(memory, self._table, state, move, depth))
        return tuple(int(memory.line[ply]) for ply in range(length))


class ThoroughSearch(IterativeDeepening):
    """A search for analysis: all moves equally deep, so that no shorter win is missed, until the deadline or an exact value."""

    thorough = True


def table_bits(limit: Limit) -> int:
    """How many bits number the entries of a table that suits a limit: few for a small search."""
    if limit.nodes:
        return min(max(limit.nodes.bit_length(), SMALLEST), LARGEST)
    return LARGEST - 2 if limit.seconds and limit.seconds < 1 else LARGEST
