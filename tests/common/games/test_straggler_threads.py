"""A search never waits for a stopped thread of an earlier search that gets no processor time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import catsdogs
import duel7
import game
import squirrels
import walls
from common.games.cats_and_dogs.pn_solver import WinProver
from common.games.circle_the_cat.solver import make_solver
from common.games.squirrels.exact_search import EXACT_KERNELS
from common.games.squirrels.exact_solver import ExactSolver
from common.games.walls.solver import LeadProver
from common.kernels import timers
from common.kernels.deadline import Deadline
from common.search.iterative_deepening import IterativeDeepening

pytest.importorskip("numba")
LONG = 20.0  # seconds after which a broken test gives up
VALUES = tuple(range(1, 26))
SQUARES = squirrels.Position(VALUES, "*" * 25, "X")


def engine() -> tuple[Any, Callable[[Deadline], Any]]:
    """Return the engine, and its search until a deadline."""
    linked, at = duel7.GAME.search.compiled(), duel7.random_start((6, 6), 40, 1)
    searcher = IterativeDeepening(linked, linked.fast)
    return searcher, lambda deadline: list(searcher.think(duel7.GAME.search.state(at), deadline))


def decider() -> tuple[Any, Callable[[Deadline], Any]]:
    """Return a Cats & Dogs solver, and its proof until a deadline."""
    linked = catsdogs.GAME.search.compiled()
    solver = WinProver(linked.fast, linked.fields)
    return solver, lambda deadline: solver.prove(catsdogs.GAME.search.state(catsdogs.START), 1, deadline)


def certificates() -> tuple[Any, Callable[[Deadline], Any]]:
    """Return a Circle the Cat solver, and its proof until a deadline."""
    at = game.GAME.starts.opening(1)
    solver = make_solver(at)

    def ask(deadline: Deadline) -> Any:
        solver.set_deadline(deadline)
        return solver.prove_block(at.cat, at.free)

    return solver, ask


def prover() -> tuple[Any, Callable[[Deadline], Any]]:
    """Return a Walls solver, and its proof until a deadline."""
    linked = walls.GAME.search.compiled(5)
    solver = LeadProver(linked.fast, linked.fields)
    state = walls.GAME.search.state(walls.start(5))
    return solver, lambda deadline: solver.prove(state, 1, deadline)


def values() -> tuple[Any, Callable[[Deadline], Any]]:
    """Return a squirrels solver, and its proof until a deadline."""
    solver = ExactSolver(EXACT_KERNELS.fast, SQUARES.values, 0.01)
    return solver, lambda deadline: solver.prove(squirrels.state_of(SQUARES), 1, deadline)


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """Yield an event that holds a thread back, as if the machine had no processor to spare."""
    closed = threading.Event()
    yield closed
    closed.set()


@pytest.mark.parametrize("made", [engine, decider, certificates, prover, values])
def test_search_abandons_a_straggler_thread(made: Callable[[], Any], gate: threading.Event) -> None:
    solver, search = made()
    solver._threads.start([lambda: gate.wait(LONG)])
    began = time.monotonic()
    search(Deadline().within(0.05))
    assert time.monotonic() - began < LONG / 2


@pytest.mark.parametrize("made", [engine, decider, certificates, prover, values])
def test_search_starts_no_python_thread(made: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python thread can lose the processor while it holds the interpreter's lock.

    The thread that answers would then wait for it.
    """

    def refuse(*arguments: object) -> None:
        raise AssertionError("a thread of Python")

    _, search = made()
    monkeypatch.setattr(timers.Worker, "__init__", refuse)
    search(Deadline().within(0.05))


def test_no_thread_starts_if_the_first_depth_used_all_time() -> None:
    searcher, search = engine()
    assert [report.depth for report in search(Deadline(end=0.0))] == [1]
    assert searcher._threads._running == []
