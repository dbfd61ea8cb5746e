"""The table of the players, start by start: facts, since no clock and no chance takes part."""

from __future__ import annotations

import pytest

from common.games.circle_the_cat.best_first import NODES, best_first
from common.games.circle_the_cat.distances import Measures
from common.games.circle_the_cat.start_sets import SETS
from common.search.limit import Level, Limit
from game import GAME, LEVELS, read_start, set_start
from tests.bench.strength import Row, Series, play_row

pytest.importorskip("numba")  # plain Python plays the same games, in minutes

TABLE = {
    ("shortest", "next"): [100, 100, 97, 90, 2],
    ("shortest", "exit"): [95, 97, 74, 44, 0],
    ("shortest", "widen"): [39, 53, 14, 3, 0],
    ("two-distance", "next"): [100, 100, 100, 97, 7],
    ("two-distance", "exit"): [100, 100, 100, 98, 0],
    ("two-distance", "widen"): [77, 90, 52, 19, 0],
}
SOON = [("shortest", "exit"), ("shortest", "widen"), ("two-distance", "next")]


def row(cat: str, catcher: str, games: int = 100) -> list[int]:
    played = Row(Series(cat, catcher, SETS, twice=False), {})
    play_row(GAME, played, range(games), Limit(), 1)
    return [int(sum(game.points for game in played.tallies[name].games)) for name in SETS]


@pytest.mark.parametrize(
    "names", [pytest.param(names, marks=[pytest.mark.long] * (names not in SOON)) for names in TABLE]
)
def test_textbook_players_win_what_they_always_win(names: tuple[str, str]) -> None:
    assert row(*names) == TABLE[names]


@pytest.mark.parametrize("cat", ["shortest", "two-distance"])
def test_the_best_first_catcher_loses_few_games(cat: str) -> None:
    """Of 100 starts of each set, together below 300 of 1,000 (python tests/bench strength game --player best-first); here of 20."""
    counts = row(cat, "best-first", 20)
    assert sum(counts) <= {"shortest": 12, "two-distance": 36}[cat]
    assert counts[SETS.index("E")] == 0


@pytest.mark.parametrize("catcher", ["next", "exit", pytest.param("widen", marks=pytest.mark.long)])
def test_the_best_first_cat_wins_its_share(catcher: str) -> None:
    """Of 100 starts of each set, together at least what `two-distance` wins, 404 + 398 + 238 = 1,040; here of 20."""
    assert sum(row("best-first", catcher, 20)) >= {"next": 80, "exit": 73, "widen": 64}[catcher]


def test_a_best_first_move_looks_at_a_bounded_number_of_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which is what keeps it within 0.05 s in plain Python."""
    closed = []
    monkeypatch.setattr(Measures, "__del__", lambda measures: closed.append(measures.closed), raising=False)
    for name in SETS:
        for number in range(20):
            best_first(set_start(name, number))
    assert 0 < max(closed) < 2.5 * NODES


def test_the_cat_takes_an_exit_and_the_catcher_closes_the_only_one() -> None:
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
