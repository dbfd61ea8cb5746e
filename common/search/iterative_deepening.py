"""Iterative deepening: search one ply deeper each time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Protocol

from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels, State
from common.search.alpha_beta import MAX_DEPTH, NO_MOVE
from common.search.compiled_game import CompiledGame
from common.search.limit import Level, Limit
from common.search.move_order import PLIES
from common.search.prover import Companion
from common.search.results import Report

ASPIRATION_WINDOW = 15  # aspiration window: how far a score may be from the last depth's before a re-search
STABLE_DEPTHS = 3  # depths without a new best move after which half the time suffices
CHANCE_TURNS = 3  # turns that the search for practical chances looks ahead
MIN_TABLE_BITS = 14  # minimum and maximum bits of the number of table entries
MAX_TABLE_BITS = 22
MAX_SEARCHERS = 4  # two players, coach and hints; a table takes up to 200 MB
INTERVAL = 1 << 14  # nodes between two polls


class Searcher(Protocol):
    """A search for the engine."""

    def think(self, state: State, deadline: Deadline) -> Iterator[Report]:
        """Yield reports, each at least as deep as the last, until the deadline or a proof.

        A search may end earlier. Without any time there are no reports. The last report is the result.
        """


class IterativeDeepening:
    """A search that keeps its table (2 ** bits entries) and its history between moves.

    Late moves are reduced. It stops at half the time once the best move has not changed for STABLE_DEPTHS
    depths. `level` says which moves are ignored, and how the choice varies; its limit does not matter. A
    level that ignores moves has no companion. `window` is the aspiration window, 0 for none. With
    `seeks_chances` it uses its whole limit in a proven loss, and chooses among the moves that keep a proven
    draw.
    """

    thorough = False
    seeks_chances = True
    window = ASPIRATION_WINDOW

    def __init__(
        self,
        linked: CompiledGame[Any],
        kernels: Kernels,
        bits: int = MAX_TABLE_BITS,
        level: Level = Level(),
    ) -> None:
        self._kernels = kernels
        ignored_part = level.ignored_part
        self._takes_chances = self.seeks_chances and not self.thorough and not ignored_part
        self._takes_drawn_chances = self._takes_chances and linked.has_practical_chances
        none = Companion()
        self._companion = none if ignored_part else linked.companion(kernels, linked.fields, self.thorough)
        self._table: Any = kernels.memory(linked.sized_table(bits))
        self._table.mask = (1 << bits) - 1
        self._memory = memory = kernels.memory(linked.fields)
        memory.thorough, memory.ignored = int(self.thorough), int(ignored_part * 1024)
        memory.margin, memory.seed = level.noise
        memory.window = self.window and self.window + memory.margin

    def think(self, state: State, deadline: Deadline) -> Iterator[Report]:
        """Yield reports as any `Searcher` does."""
        began, steady, last = time.monotonic(), 0, None
        half = deadline.part(0.5)
        if proven := self._companion.before_search(state, deadline):
            yield proven._replace(seconds=time.monotonic() - began)
            return
        patient = self.thorough or (self._companion.proof.wins is False and self._takes_chances)
        for report in self._depths(state, self._companion.search_deadline(deadline)):
            steady = steady + 1 if last and report.move == last.move else 0
            last = report._replace(seconds=time.monotonic() - began)
            yield last
            if last.proven or (not patient and steady >= STABLE_DEPTHS and half.expired):
                break
        if last and last.proven and last.score == 0 and self._takes_drawn_chances:
            yield self._with_best_chances(state, last, deadline)._replace(seconds=time.monotonic() - began)
        if last and not last.proven and (better := self._companion.after_search(last)):
            yield better._replace(seconds=time.monotonic() - began)

    def _depths(self, state: State, deadline: Deadline) -> Iterator[Report]:
        """Yield a report for each depth, and at the end for a better move of an unfinished one."""
        memory = self._memory
        self._kernels.limit(memory, deadline, INTERVAL)
        self._kernels.begin_search(memory)
        for depth in range(1, min(deadline.depth or MAX_DEPTH, PLIES - 1) + 1):
            goes_on = self._kernels.search_depth(memory, self._table, state, depth)
            if memory.best != NO_MOVE:
                line = tuple(memory.line[: memory.length])
                nodes = self._companion.proof.nodes + memory.nodes
                yield Report(memory.best, memory.score, line, depth, nodes, 0.0, bool(memory.proven))
            if not goes_on:
                return

    def _with_best_chances(self, state: State, drawn: Report, deadline: Deadline) -> Report:
        """Among moves that keep the draw, choose the one after which most plausible replies lose.

        Stop at the deadline with the best one found.
        """
        memory = self._memory
        memory.best = drawn.move
        self._kernels.limit(memory, deadline, INTERVAL)
        self._kernels.find_practical_chances(memory, self._table, state, CHANCE_TURNS)
        return drawn if memory.best == drawn.move else drawn._replace(move=memory.best, line=(memory.best,))


class ThoroughSearch(IterativeDeepening):
    """A search for analysis: no reductions, so that no shorter win is missed, and no early stop."""

    thorough = True


@lru_cache(MAX_SEARCHERS)
def searcher_for(linked: CompiledGame[Any], level: Level) -> Searcher:
    """Return the searcher for a level.

    Equal arguments share one searcher and so its table, while it is among the last MAX_SEARCHERS.
    """
    return IterativeDeepening(linked, linked.instance(), table_bits(level.limit), level)


def table_bits(limit: Limit) -> int:
    """Return log2 of the number of table entries for a limit: fewer for few nodes or less than a second."""
    if limit.nodes:
        return min(max(limit.nodes.bit_length(), MIN_TABLE_BITS), MAX_TABLE_BITS)
    return MAX_TABLE_BITS - 2 if limit.seconds and limit.seconds < 1 else MAX_TABLE_BITS
