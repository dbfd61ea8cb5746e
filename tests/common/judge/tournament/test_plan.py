"""The plan of a tournament: its size, its facts, its order."""

from __future__ import annotations

from typing import Any

import pytest

from common.judge.tournament.participants import Entrant
from common.judge.tournament.plan import Plan, in_order_of
from common.search.limit import Limit

NAMES = ["anna", "bob", "carl", "dora", "random"]
PLAN = Plan("tests.support.small_board", 0, [Entrant(name, ("random",) * 2) for name in NAMES], 3, Limit(1))


@pytest.mark.parametrize(("more", "total"), [({}, 60), ({"hero": 2}, 24), ({"rounds": 4}, 48)])
def test_total_counts_both_seatings_of_every_start(more: dict[str, Any], total: int) -> None:
    assert PLAN._replace(**more).total == total


def test_players_are_in_the_description_but_not_in_the_header() -> None:
    header = PLAN._replace(hero=1).journal_header()
    assert header == {
        "tournament": "tests.support.small_board",
        "size": 0,
        "kind": "gauntlet",
        "pairs": 3,
        "hero": "bob",
        "limit": {"seconds": 1},
        "seed": 0,
    }
    assert PLAN._replace(hero=1).description() == header | {"players": NAMES}


def test_new_order_keeps_the_hero() -> None:
    plan = PLAN._replace(hero=1)
    assert in_order_of(plan, NAMES) is plan
    turned = in_order_of(plan, NAMES[::-1])
    assert (turned.names, turned.hero) == (NAMES[::-1], 3)
