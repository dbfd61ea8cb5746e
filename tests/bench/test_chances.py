"""The benchmark of practical chances: starts, rows, wrong names."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
import typer

from common.search.limit import Limit
from tests.bench import chances
from tests.bench.chances import Series, lost_starts, row_line, run
from tests.bench.truth import solve_start

USUAL: dict[str, Any] = {"starts": 1, "first": 0, "player": None, "seconds": None, "jobs": 1}
FEW = Limit(nodes=20)


def test_lost_starts_are_lost_for_the_side() -> None:
    assert [solve_start(start)[0] for start in islice(lost_starts("cat"), 2)] == ["catcher"] * 2


def test_row_compares_both_engines_start_by_start() -> None:
    found = row_line(Series(("cat",), "widen", 4, FEW, FEW), [(1, 0), (1, 1), (0, 0), (0.5, 0)])
    assert (found.facts["new"], found.facts["old"], found.facts["starts"]) == (62.5, 25.0, 4)
    mean, low, high = found.facts["difference"]
    assert mean == 37.5 and low == pytest.approx(-9.4, abs=0.1) and high == pytest.approx(84.4, abs=0.1)


def test_a_start_is_played_on_each_of_our_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    series = Series(("X", "O"), "greedy", 1, FEW, FEW)
    monkeypatch.setattr(chances, "TABLES", {"duel7": (series,)})
    (found,) = run("duel7", **USUAL)
    assert found.facts["new"] == found.facts["old"]  # a search of few nodes proves nothing
    assert found.facts["new"] in (0, 25, 50, 75, 100)


def test_unknown_opponent_is_refused() -> None:
    with pytest.raises(typer.BadParameter, match="expected an opponent such as greedy"):
        list(run("duel7", **USUAL | {"player": "nobody"}))
