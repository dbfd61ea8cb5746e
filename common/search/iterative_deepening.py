"""Iterative deepening: search one ply deeper each time, on one thread or several with a shared table."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import closing
from functools import partial
from typing import Any, Protocol

from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels, State
from common.kernels.timers import Backoff, PolledMemory, ThreadGroup
from common.search.alpha_beta import MAX_DEPTH, NO_MOVE
from common.search.compiled_game import CompiledGame
from common.search.deepening import REPORT_BLOCK_WORDS, REPORT_HEAD_WORDS
from common.search.limit import Level, Limit
from common.search.move_order import PLIES
from common.search.results import Report
from common.search.solver import NoCompanion

ASPIRATION_WINDOW = 15  # aspiration window: how far a score may be from the last depth's before a re-search
STABLE_DEPTHS = 3  # depths without a new best move after which half the time suffices
CHANCE_TURNS = 3  # turns that the search for practical chances looks ahead
MIN_TABLE_BITS = 14  # minimum and maximum bits of the number of table entries
MAX_TABLE_BITS = 22

Reports = Generator["Report | None", None, None]


class Searcher(Protocol):
    """A search for the engine: an IterativeDeepening, or a WarmStart (warm_start.py)."""

    def think(self, state: State, deadline: Deadline) -> Iterator[Report]:
        """Yield reports, each at least as deep as the last, until the deadline or a proof.

        A search may end earlier. Without any time there are no reports. The last report is the result.
        """


class IterativeDeepening:
    """A search that keeps its table (2 ** bits entries) and its history between moves.

    Plain Python uses one thread, whatever `threads`. Late moves are reduced. It stops at half the time once
    the best move has not changed for STABLE_DEPTHS depths. `level` says which moves are ignored, and how the
    choice varies; its limit does not matter. A level that ignores moves has no companion. `window` is the
    aspiration window, 0 for none. With `seeks_chances` it uses its whole limit in a proven loss, and chooses
    among the moves that keep a proven draw.
    """

    thorough = False
    seeks_chances = True
    window = ASPIRATION_WINDOW

    def __init__(
        self,
        linked: CompiledGame[Any],
        kernels: Kernels,
        threads: int = 1,
        bits: int = MAX_TABLE_BITS,
        level: Level = Level(),
    ) -> None:
        self._kernels = kernels
        self._fields, self._level = linked.fields, level
        ignored_part = level.ignored_part
        self._takes_chances = self.seeks_chances and not self.thorough and not ignored_part
        self._takes_drawn_chances = self._takes_chances and linked.has_practical_chances
        self._companion = NoCompanion() if ignored_part else linked.companion(kernels, linked.fields, threads)
        if self.thorough and not self._companion.is_exact:
            self._companion = NoCompanion()
        self._table: Any = kernels.memory(linked.table_fields)
        self._table.mask = (1 << bits) - 1
        self._memories = [self._new_memory() for _ in range(threads if kernels.compiled else 1)]
        self._read_ends: list[int] = []  # for each thread, the end of the reports that were read
        self._threads = ThreadGroup()

    def _new_memory(self) -> Any:
        """Create the memory of one thread, including the block for its reports."""
        memory: Any = (self._kernels.memory if self._kernels.compiled else PolledMemory)(self._fields)
        memory.thorough, memory.ignored = int(self.thorough), int(self._level.ignored_part * 1024)
        memory.margin, memory.seed = self._level.noise
        memory.block = self._kernels.block(REPORT_BLOCK_WORDS)
        memory.window, memory.reports = self.window and self.window + memory.margin, memory.block.handle
        return memory

    def think(self, state: State, deadline: Deadline) -> Iterator[Report]:
        """Yield reports as any `Searcher` does."""
        began, steady, last = time.monotonic(), 0, None
        half = deadline.part(0.5)
        self._join_threads(deadline)
        beginning = self._companion.before_search(state, deadline)
        if beginning.report and beginning.report.proven:
            yield beginning.report._replace(seconds=time.monotonic() - began)
            return
        patient = self.thorough or (beginning.is_lost and self._takes_chances)
        with closing(self._reports(state, beginning.deadline)) as reports:
            for report in reports:
                if report and (last is None or report.proven or report.depth > last.depth):
                    steady = steady + 1 if last and report.move == last.move else 0
                    deepest = max(report.depth, last.depth if last else 0)
                    last = report._replace(depth=deepest, seconds=time.monotonic() - began)
                    yield last
                is_steady = not patient and steady >= STABLE_DEPTHS and half.expired
                if last and (last.proven or is_steady):
                    break
        if last and last.proven and last.score == 0 and self._takes_drawn_chances:
            yield self._with_best_chances(state, last, deadline)._replace(seconds=time.monotonic() - began)
        if not (last and last.proven) and (better := self._companion.after_search(state, last, deadline)):
            yield better._replace(seconds=time.monotonic() - began)

    def _join_threads(self, deadline: Deadline) -> None:
        """Wait for stopped threads. Replace the memory of those that still run."""
        for number in self._threads.join(deadline):
            self._memories[number] = self._threads.replace_memory(
                number, self._memories[number], self._new_memory
            )

    def _with_best_chances(self, state: State, drawn: Report, deadline: Deadline) -> Report:
        """Among moves that keep the draw, choose the one after which most plausible replies lose.

        Stop at the deadline with the best one found.
        """
        self._join_threads(deadline)
        memory = self._memories[0]
        memory.best, memory.budget, memory.stop = drawn.move, deadline.budget, 0
        work = partial(self._kernels.find_practical_chances, memory, self._table, state, CHANCE_TURNS)
        if self._kernels.compiled:
            self._threads.race(deadline, [work], [memory], keep_alive=self)
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
        self._read_ends = [1] * len(self._memories)
        if self._kernels.compiled:
            return self._search_together(state, deadline)
        self._memories[0].deadline = deadline
        return self._search_alone(state, _max_depth(deadline))

    def _search_alone(self, state: State, deepest: int) -> Reports:
        """Search depth by depth in the calling thread and yield the reports."""
        for depth in range(1, deepest + 1):
            goes_on = self._kernels.search_depth(self._memories[0], self._table, state, depth)
            yield from self._new_reports(0)
            if not goes_on:
                return

    def _search_together(self, state: State, deadline: Deadline) -> Reports:
        """Yield the reports of all threads as they come, and None about every POLL_SECONDS.

        End at the deadline or when one thread is done. The calling thread searches depth 1, so that there is
        a report however busy the machine is. Afterwards it only sleeps: the search threads run no Python, so
        it never waits for the GIL.
        """
        yield from self._search_alone(state, 1)
        if deadline.expired:
            return
        self._start(state, _max_depth(deadline))
        naps = Backoff()
        try:
            while (left := deadline.remaining) > 0:
                # Check this first, so that the last reports of a thread that has ended are not missed.
                is_done = bool(self._threads.results())
                yield from self._all_new_reports()
                if is_done:
                    return
                if naps.sleep(left):
                    yield None
            yield from self._all_new_reports()
            yield from [
                report
                for number in range(len(self._read_ends))
                if (report := self._unfinished_report(number))
            ]
        finally:
            for memory in self._memories:
                memory.stop = 1

    def _start(self, state: State, deepest: int) -> None:
        """Start all threads: thread 0 and those of odd number at depth 2, the others at depth 1."""
        firsts = [2 if number == 0 or number % 2 else 1 for number in range(len(self._memories))]
        works = [
            partial(self._kernels.deepen, memory, self._table, state, first, deepest)
            for memory, first in zip(self._memories, firsts, strict=True)
        ]
        self._threads.start(works, keep_alive=self)

    def _all_new_reports(self) -> Iterator[Report]:
        """Yield the new reports of all threads."""
        for number in range(len(self._memories)):
            yield from self._new_reports(number)

    def _new_reports(self, number: int) -> Iterator[Report]:
        """Yield the new reports of one thread."""
        memory = self._memories[number]
        end = int(self._kernels.end_of_reports(memory))
        while self._read_ends[number] < end:
            line_at = self._read_ends[number] + REPORT_HEAD_WORDS
            depth, move, score, nodes, proven, length = memory.block.read(self._read_ends[number], line_at)
            self._read_ends[number] = line_at + length
            line = tuple(memory.block.read(line_at, line_at + length))
            nodes += self._companion.nodes
            nodes += sum(int(other.nodes) for other in self._memories if other is not memory)
            yield Report(move, score, line, depth, nodes, 0.0, bool(proven))

    def _unfinished_report(self, number: int) -> Report | None:
        """Return the best move of a thread's unfinished depth as a report, or None if it is not new.

        It is read from the thread's memory, because a stopped thread may not be scheduled in time to report
        it.
        """
        memory = self._memories[number]
        best, score, depth = int(memory.best), int(memory.score), int(memory.depth)
        if best in (NO_MOVE, memory.previous_best):
            return None
        return Report(best, score, (), depth, self._nodes, 0.0, False)


class ThoroughSearch(IterativeDeepening):
    """A search for analysis: no reductions, so that no shorter win is missed, and no early stop."""

    thorough = True


def _max_depth(deadline: Deadline) -> int:
    """Return the last depth of a search."""
    return min(deadline.depth or MAX_DEPTH, PLIES - 1)


def table_bits(limit: Limit) -> int:
    """Return log2 of the number of table entries for a limit: fewer for few nodes or less than a second."""
    if limit.nodes:
        return min(max(limit.nodes.bit_length(), MIN_TABLE_BITS), MAX_TABLE_BITS)
    return MAX_TABLE_BITS - 2 if limit.seconds and limit.seconds < 1 else MAX_TABLE_BITS
