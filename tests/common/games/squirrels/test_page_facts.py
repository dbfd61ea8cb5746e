"""The facts of the squirrel war for its page: a curve for values with the usual mean."""

from __future__ import annotations

import pytest

from common.games.squirrels.engine import MEAN_VALUE
from common.games.squirrels.page_facts import page_facts
from squirrels import GAME, random_start


@pytest.mark.parametrize("seed", [1, 2])
def test_curve_does_not_depend_on_the_values(seed: int) -> None:
    start = random_start(seed)
    curve = page_facts(GAME, {"words": GAME.write(start)}).setup["curve"]
    scale = sum(start.values) / len(start.values) / MEAN_VALUE
    assert curve["slope"] / scale == pytest.approx(GAME.search.curve(start).slope)
    assert curve["slope"] == pytest.approx(0.0058)
