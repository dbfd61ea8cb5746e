"""The plan of a tournament: its size, its facts."""

from __future__ import annotations

from common.judge.tournament.participants import Entrant
from common.judge.tournament.plan import Plan
from common.search.limit import Limit

NAMES = ["anna", "bob", "carl", "dora", "random"]
PLAN = Plan("tests.support.small_board", 0, [Entrant(name, ("random",) * 2) for name in NAMES], 3, Limit(1))


def test_total_counts_both_seatings_of_every_start() -> None:
    assert PLAN.total == 60


def test_description_has_what_decides_the_games() -> None:
    assert PLAN.description() == {
        "tournament": "tests.support.small_board",
        "size": 0,
        "pairs": 3,
        "limit": {"seconds": 1},
        "seed": 0,
        "players": NAMES,
    }
