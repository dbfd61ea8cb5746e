"""The table of players, start by start: exact figures, since neither clock nor chance is involved."""

from __future__ import annotations

import pytest

from common.search.limit import Limit
from game import GAME
from tests.bench.strength import Row, Series, play_row
from tests.support.cat_starts import SETS

TABLE = {  # wins of the cat on 100 starts of each set
    ("shortest", "next"): [100, 100, 97, 90, 2],
    ("shortest", "exit"): [95, 97, 74, 44, 0],
    ("shortest", "widen"): [39, 53, 14, 3, 0],
    ("two-distance", "next"): [100, 100, 100, 97, 7],
    ("two-distance", "exit"): [100, 100, 100, 98, 0],
    ("two-distance", "widen"): [77, 90, 52, 19, 0],
}
TABLE_OF_20 = {  # on the first 20 starts of each set
    ("shortest", "next"): [20, 20, 19, 19, 0],
    ("shortest", "exit"): [18, 19, 14, 9, 0],
    ("shortest", "widen"): [7, 12, 3, 0, 0],
    ("two-distance", "next"): [20, 20, 20, 19, 1],
    ("two-distance", "exit"): [20, 20, 20, 19, 0],
    ("two-distance", "widen"): [15, 18, 13, 4, 0],
}


def row(cat: str, catcher: str, games: int = 100) -> list[int]:
    played = Row(Series(cat, catcher, SETS, twice=False), {})
    play_row(GAME, played, range(games), Limit(), 1)
    return [int(sum(game.points for game in played.tallies[name].games)) for name in SETS]


@pytest.mark.parametrize("games", [20, pytest.param(100, marks=pytest.mark.long)])
@pytest.mark.parametrize("names", TABLE, ids=" - ".join)
def test_simple_players_win_the_stored_numbers_of_games(names: tuple[str, str], games: int) -> None:
    assert row(*names, games=games) == {20: TABLE_OF_20, 100: TABLE}[games][names]


@pytest.mark.parametrize("cat", ["shortest", pytest.param("two-distance", marks=pytest.mark.long)])
def test_best_first_catcher_loses_few_games(cat: str) -> None:
    """Losses on 20 starts a set; on 100 a set they are together below 300 of 1,000.

    The full table: python tests/bench strength game --player best-first.
    """
    counts = row(cat, "best-first", 20)
    assert sum(counts) <= {"shortest": 12, "two-distance": 36}[cat]
    assert counts[SETS.index("E")] == 0


@pytest.mark.parametrize(
    "catcher", ["next", *(pytest.param(catcher, marks=pytest.mark.long) for catcher in ("exit", "widen"))]
)
def test_best_first_cat_wins_as_often_as_two_distance(catcher: str) -> None:
    """Wins on 20 starts a set; on 100 a set `two-distance` wins 404 + 398 + 238 = 1,040."""
    assert sum(row("best-first", catcher, 20)) >= {"next": 80, "exit": 73, "widen": 64}[catcher]
