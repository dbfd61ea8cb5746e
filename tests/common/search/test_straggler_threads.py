"""Memory of search threads that are stopped late: kept for them, and read without waiting for them."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from common.kernels.deadline import Deadline
from common.search.iterative_deepening import IterativeDeepening
from tests.support.tiny_game import GAME, Position

LONG = 20.0  # seconds after which a broken test gives up
STATE = GAME.search.state(Position(40, 30))


def engine() -> IterativeDeepening:
    linked = GAME.search.compiled()
    return IterativeDeepening(linked, linked.plain, bits=10)


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """Yield an event that holds a thread back, as if the machine had no processor to spare."""
    closed = threading.Event()
    yield closed
    closed.set()


def test_abandoned_thread_keeps_its_memory(gate: threading.Event) -> None:
    searcher = engine()
    old = searcher._memories[0]
    list(searcher.think(STATE, Deadline(depth=2)))
    assert searcher._memories[0] is old
    old.stop = 1
    searcher._threads.start([lambda: gate.wait(LONG)])
    assert list(searcher.think(STATE, Deadline(depth=3).within(0.5)))[-1].depth == 3
    assert searcher._memories[0] is not old
    assert old.stop == 1


def test_unfinished_depth_is_read_from_memory_at_the_deadline() -> None:
    """Only the first thread's unfinished depth has found a new move."""
    searcher = engine()
    searcher._memories.append(searcher._new_memory())
    first, second = searcher._memories
    first.best, first.score, second.best = 7, 12, 5
    first.depth, first.previous_best, second.depth, second.previous_best = 4, 5, 6, 5
    found = searcher._unfinished_report(0)
    assert found
    assert (found.move, found.score, found.depth, found.proven) == (7, 12, 4, False)
    assert searcher._unfinished_report(1) is None


def test_straggler_thread_reports_into_its_old_memory() -> None:
    searcher = engine()
    old = searcher._memories[0]
    searcher._reports(STATE, Deadline(depth=2))
    searcher._memories[0] = searcher._new_memory()
    searcher._kernels.begin_search(searcher._memories[0])
    searcher._kernels.deepen(old, searcher._table, STATE, 1, 2)
    assert [report.depth for report in searcher._all_new_reports()] == []
    searcher._memories[0] = old
    assert [report.depth for report in searcher._all_new_reports()] == [1, 2]
    assert [report.depth for report in searcher._all_new_reports()] == []
