"""Iterative deepening: search one ply deeper each time until the limit, on one thread or on several that share a table."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import closing
from functools import partial
from typing import Any, Protocol

from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels, State
from common.kernels.timers import Clock, Naps, Threads
from common.search.alpha_beta import LONGEST, NO_MOVE
from common.search.compiled_game import CompiledGame
from common.search.deepening import HEAD, MAIL
from common.search.limit import Limit
from common.search.move_order import PLIES
from common.search.results import Report
from common.search.solver import Alone

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
        self._read: list[int] = []  # how far each thread's mail has been read
        self._threads = Threads()

    def _new_memory(self) -> Any:
        """Return the memory of one thread, and its mail."""
        memory: Any = (self._kernels.memory if self._kernels.compiled else Clock)(self._fields)
        memory.thorough, memory.blind = int(self.thorough), int(self._blind * 1024)
        memory.block = self._kernels.block(MAIL)
        memory.window, memory.mail = self._window, memory.block.handle
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
            self._memories[number] = self._threads.spare(number, self._memories[number], self._new_memory)

    def _with_a_trap(self, state: State, drawn: Report, deadline: Deadline) -> Report:
        """Among moves that keep the draw, choose the one after which most plausible replies lose, within the deadline."""
        self._rest(deadline)
        memory = self._memories[0]
        memory.best, memory.budget, memory.stop = drawn.move, deadline.budget, 0
        work = partial(self._kernels.set_traps, memory, self._table, state, TURNS)
        if self._kernels.compiled:
            self._threads.race(deadline, [work], [memory], kept=self)
        else:
            work()
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
            memory.stop, memory.best, memory.budget = 0, NO_MOVE, deadline.budget
            self._kernels.begin_search(memory)
        self._read = [1] * len(self._memories)
        if self._kernels.compiled:
            return self._together(state, deadline)
        self._memories[0].deadline = deadline
        return self._alone(state, _deepest(deadline))

    def _alone(self, state: State, deepest: int) -> Reports:
        """Yield the report of each depth."""
        for depth in range(1, deepest + 1):
            goes_on = self._kernels.next_depth(self._memories[0], self._table, state, depth)
            yield from self._mail(0)
            if not goes_on:
                return

    def _together(self, state: State, deadline: Deadline) -> Reports:
        """Yield the reports of all threads as they come, None now and then; ends at the deadline or when one thread is done.

        The calling thread searches the first depth, so that there is a report however busy the machine is. From then on it
        only sleeps: the others run no Python, so nobody holds the interpreter's lock when it wakes.
        """
        yield from self._alone(state, 1)
        if deadline.expired:
            return
        self._start(state, _deepest(deadline))
        naps = Naps()
        try:
            while (left := deadline.remaining) > 0:
                # Asked before the mail is read, so that all is read that a thread has sent when it ended.
                is_done = bool(self._threads.results())
                yield from self._all_mail()
                if is_done:
                    return
                if naps.take(left):
                    yield None
            yield from self._all_mail()
            yield from [report for number in range(len(self._read)) if (report := self._unfinished(number))]
        finally:
            for memory in self._memories:
                memory.stop = 1

    def _start(self, state: State, deepest: int) -> None:
        """Start all threads: the first goes on with depth 2, and those of odd number begin with it."""
        firsts = [2 if number == 0 or number % 2 else 1 for number in range(len(self._memories))]
        works = [
            partial(self._kernels.deepen, memory, self._table, state, first, deepest)
            for memory, first in zip(self._memories, firsts, strict=True)
        ]
        self._threads.start(works, kept=self)

    def _all_mail(self) -> Iterator[Report]:
        """Yield the new reports of all threads."""
        for number in range(len(self._memories)):
            yield from self._mail(number)

    def _mail(self, number: int) -> Iterator[Report]:
        """Yield the new reports of one thread."""
        memory = self._memories[number]
        end = int(self._kernels.mail_end(memory))
        while self._read[number] < end:
            line_at = self._read[number] + HEAD
            depth, move, score, nodes, proven, length = memory.block.read(self._read[number], line_at)
            self._read[number] = line_at + length
            line = tuple(memory.block.read(line_at, line_at + length))
            nodes += self._companion.nodes
            nodes += sum(int(other.nodes) for other in self._memories if other is not memory)
            yield Report(move, score, line, depth, nodes, 0.0, bool(proven))

    def _unfinished(self, number: int) -> Report | None:
        """Return what the unfinished depth of a thread has found, None if nothing new.

        It is read from its memory: a thread that was told to stop may get no processor to report it.
        """
        memory = self._memories[number]
        best, score, depth = int(memory.best), int(memory.score), int(memory.depth)
        if best in (NO_MOVE, memory.before):
            return None
        return Report(best, score, (), depth, self._nodes, 0.0, False)


class ThoroughSearch(IterativeDeepening):
    """A search for analysis: all moves equally deep, so that no shorter win is missed, until the deadline or an exact value."""

    thorough = True


def _deepest(deadline: Deadline) -> int:
    """Return the last depth of a search."""
    return min(deadline.depth or LONGEST, PLIES - 1)


def table_bits(limit: Limit) -> int:
    """How many bits number the entries of a table that suits a limit: few for a small search."""
    if limit.nodes:
        return min(max(limit.nodes.bit_length(), SMALLEST), LARGEST)
    return LARGEST - 2 if limit.seconds and limit.seconds < 1 else LARGEST
