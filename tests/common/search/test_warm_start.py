"""Searchers are kept, but only a few, because each has a table of its own."""

from __future__ import annotations

import gc
import weakref
from types import SimpleNamespace
from typing import Any

import pytest

from common.kernels.deadline import Deadline
from common.kernels.kernel import Kernels
from common.kernels.timers import POLL_SECONDS
from common.search import warm_start
from common.search.iterative_deepening import IterativeDeepening
from common.search.limit import Level, Limit
from common.search.warm_start import MAX_SEARCHERS, WarmStart, compiled_searcher, searcher_for
from tests.support.tiny_game import GAME, Position

LINKED = GAME.search.compiled()


def test_equal_limits_share_a_searcher() -> None:
    light = Level(Limit(nodes=100))
    assert searcher_for(LINKED, light, 1) is searcher_for(LINKED, light, 1)


def test_small_node_limit_searches_in_plain_python() -> None:
    light = Level(Limit(nodes=100))
    assert compiled_searcher(LINKED, light, 1) is searcher_for(LINKED, light, 1)


def test_time_limit_starts_in_plain_python_unless_warmed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LINKED, "_machine_code", LINKED.plain, raising=False)  # compiles nothing
    timed = Level(Limit(seconds=1))
    assert isinstance(searcher_for(LINKED, timed, 1), WarmStart)
    assert isinstance(compiled_searcher(LINKED, timed, 1), IterativeDeepening)


def test_warm_start_switches_when_machine_code_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = list[Kernels]()
    monkeypatch.setattr(
        type(LINKED), "fast_if_built", property(lambda _: ready[0] if ready else None), raising=False
    )
    warm, state, deadline = WarmStart(LINKED, bits=10), GAME.search.state(Position()), Deadline(depth=4)
    assert [report.depth for report in warm.think(state, deadline)] == [1, 2, 3, 4]
    assert not warm.is_ready()
    ready.append(LINKED.plain)
    monkeypatch.setattr(warm_start, "POLL_SECONDS", 0.0)
    warm._next_poll = 0.0
    assert [report.depth for report in warm.think(state, deadline)] == [1, 2, 3, 4]
    assert warm.is_ready()


def test_least_recently_used_searcher_frees_its_memory() -> None:
    first = weakref.ref(searcher_for(LINKED, Level(Limit(nodes=1)), 1))
    for nodes in range(2, MAX_SEARCHERS + 2):
        searcher_for(LINKED, Level(Limit(nodes=nodes)), 1)
    gc.collect()
    assert first() is None


def test_build_is_polled_seldom_and_not_after_it_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second searcher for machine code would lose the table of the first."""
    now, built, polls = [10.0], [False], [0]

    class Building:
        """A game whose machine code is built when `built` says so."""

        @property
        def fast_if_built(self) -> Any:
            polls[0] += 1
            return LINKED.plain if built[0] else None

    clock = SimpleNamespace(monotonic=lambda: now[0])
    monkeypatch.setattr("common.search.warm_start.time", clock)
    monkeypatch.setattr("common.search.warm_start.IterativeDeepening", lambda *words, **more: object())
    searcher: Any = WarmStart(Building(), 1)  # type: ignore[arg-type]
    assert (searcher.is_ready(), searcher.is_ready(), polls[0]) == (False, False, 1)
    now[0] += 2 * POLL_SECONDS
    built[0] = True
    assert (searcher.is_ready(), polls[0]) == (True, 2)
    first = searcher._fast
    now[0] += 2 * POLL_SECONDS
    assert (searcher.is_ready(), polls[0]) == (True, 2) and searcher._fast is first
