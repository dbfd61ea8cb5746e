"""The best-first player: its effort, obvious moves and levels."""

from __future__ import annotations

import pytest

from common.games.circle_the_cat.best_first import DEFAULT_NODES, best_first
from common.games.circle_the_cat.distances import Measures
from common.games.circle_the_cat.start_sets import SETS
from common.search.limit import Level
from game import LEVELS, read_start, set_start

pytest.importorskip("numba")  # plain Python plays the same games, but needs minutes


def test_best_first_examines_a_bounded_number_of_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound keeps a move within 0.05 s in plain Python."""
    closed = []
    monkeypatch.setattr(
        Measures, "__del__", lambda measures: closed.append(measures.blocks_tried), raising=False
    )
    for name in SETS:
        for number in range(20):
            best_first(set_start(name, number))
    assert 0 < max(closed) < 2.5 * DEFAULT_NODES


def test_cat_takes_an_exit_and_catcher_closes_the_only_one() -> None:
    start = read_start("[5, 5]", "[]", "[(5, 6)]")
    assert best_first(start) == 5 * 11 + 6
    assert best_first(start._replace(turn="cat")) == 5 * 11 + 6


def test_levels_differ_and_repeat() -> None:
    games = {
        level: [best_first(set_start("R5", number), limit) for number in range(10)]
        for level, limit in LEVELS.items()
    }
    assert games == {
        level: [best_first(set_start("R5", number), limit) for number in range(10)]
        for level, limit in LEVELS.items()
    }
    assert LEVELS[5] == Level()
    assert len({tuple(moves) for moves in games.values()}) >= 4
