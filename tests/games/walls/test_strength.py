"""Strength of the levels of walls.py on small and large boards."""

from __future__ import annotations

import pytest

from common.judge.match.games import PairTask, Tally, play_pair
from common.search.limit import Limit


@pytest.mark.parametrize(("size", "pairs"), [(5, 8), pytest.param(7, 40, marks=pytest.mark.long)])
@pytest.mark.parametrize(("stronger", "weaker"), [("level-1", "random"), ("level-2", "level-1")])
def test_level_1_is_above_random_and_below_level_2(stronger: str, weaker: str, size: int, pairs: int) -> None:
    tasks = [PairTask("walls", size, (stronger, weaker), Limit(), 500, number) for number in range(pairs)]
    assert Tally(list(map(play_pair, tasks)), True).elo.low > 0
