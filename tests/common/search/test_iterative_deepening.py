"""Iterative deepening stops early with a steady move, but not in a proven loss."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from common.kernels.deadline import Deadline
from common.kernels.kernel import State
from common.search.iterative_deepening import STABLE_DEPTHS, IterativeDeepening, Reports, ThoroughSearch
from common.search.results import Report
from common.search.solver import EarlyResult, NoCompanion
from tests.support.tiny_game import GAME

LINKED = GAME.search.compiled()
SECONDS = 0.02
DEPTHS = 4 * STABLE_DEPTHS


class LostCompanion(NoCompanion):
    """A companion that has proven a loss."""

    def before_search(self, state: State, deadline: Deadline) -> EarlyResult:
        return EarlyResult(None, deadline, is_lost=True)


class SteadySearch(IterativeDeepening):
    """A search that finds one move at every depth, the first after more than half of the time."""

    def _reports(self, state: State, deadline: Deadline) -> Reports:
        time.sleep(SECONDS)
        for depth in range(1, DEPTHS + 1):
            yield Report(1, 5, (1,), depth, depth, 0.0, False)


class UnconcernedSearch(SteadySearch):
    seeks_chances = False


class ThoroughSteadySearch(SteadySearch, ThoroughSearch):
    pass


@pytest.mark.parametrize(
    ("search", "is_lost", "depths"),
    [
        (SteadySearch, False, STABLE_DEPTHS + 1),
        (SteadySearch, True, DEPTHS),
        (UnconcernedSearch, True, STABLE_DEPTHS + 1),
        (ThoroughSteadySearch, False, DEPTHS),
    ],
)
def test_search_stops_early_unless_the_position_is_lost(
    search: type[IterativeDeepening], is_lost: bool, depths: int
) -> None:
    searcher = search(LINKED, LINKED.plain, bits=10)
    searcher._companion = LostCompanion() if is_lost else NoCompanion()
    now = time.monotonic()
    reports: Iterator[Report] = searcher.think((1, 2), Deadline(now, now + SECONDS))
    assert len(list(reports)) == depths
