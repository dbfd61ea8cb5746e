"""The best-first player: its effort, obvious moves and levels."""

from __future__ import annotations

import pytest

from common.games.circle_the_cat.best_first import DEFAULT_NODES, best_first
from common.games.circle_the_cat.distances import Measures
from common.search.limit import Level
from game import LEVELS, Position, read_start
from tests.support.cat_starts import SETS, set_start


def test_best_first_examines_a_bounded_number_of_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound keeps a move within 0.05 s in plain Python."""
    closed = []
    monkeypatch.setattr(
        Measures, "__del__", lambda measures: closed.append(measures.blocks_tried), raising=False
    )
    for name in SETS:
        for number in range(5):
            best_first(set_start(name, number))
    assert 0 < max(closed) < 2.5 * DEFAULT_NODES


def test_cat_takes_an_exit_and_catcher_closes_the_only_one() -> None:
    start = read_start("[5, 5]", "[]", "[(5, 6)]")
    assert best_first(start) == 5 * 11 + 6
    assert best_first(start._replace(turn="cat")) == 5 * 11 + 6


def varied_moves(position: Position) -> set[int]:
    """Return the moves that ten seeds choose at level 4."""
    return {best_first(position, LEVELS[4]._replace(seed=seed)) for seed in range(10)}


def test_seeds_choose_different_blocks_and_steps() -> None:
    starts = [set_start("R10", number) for number in range(6)]
    for side in ("catcher", "cat"):
        found = [varied_moves(start._replace(turn=side)) for start in starts]
        assert sum(len(moves) > 1 for moves in found) > 3


def test_varied_level_takes_an_exit_and_closes_the_only_one() -> None:
    start = read_start("[5, 5]", "[]", "[(5, 6)]")
    assert varied_moves(start) == varied_moves(start._replace(turn="cat")) == {5 * 11 + 6}
    near_two = read_start("[5, 5]", "[(5, 4)]", "[(4, 7), (5, 7), (0, 0)]")._replace(turn="cat")
    assert varied_moves(near_two) == {best_first(near_two)}


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
