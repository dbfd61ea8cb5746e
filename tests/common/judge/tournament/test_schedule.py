"""The order of games: every pairing once per start and seating, and the pairs that are finished."""

from __future__ import annotations

import pytest

from common.judge.tournament.participants import Entrant
from common.judge.tournament.plan import Plan
from common.judge.tournament.schedule import Schedule, round_robin
from common.search.limit import Limit
from tests.support.told_tournament import Told

NAMES = ("anna", "bob", "carl", "random")


@pytest.mark.parametrize("players", range(2, 14))
def test_round_robin_is_complete_and_balanced_if_cut_short(players: int) -> None:
    pairings = round_robin(players)
    assert len({frozenset(pairing) for pairing in pairings}) == len(pairings) == players * (players - 1) // 2
    for cut in range(0, len(pairings), players // 2):
        met = [sum(player in pairing for pairing in pairings[:cut]) for player in range(players)]
        assert max(met) - min(met) <= 1


def test_round_robin_changes_the_first_seat_with_the_round() -> None:
    assert round_robin(4) == [(0, 3), (1, 2), (2, 0), (1, 3), (0, 1), (2, 3)]


def test_every_start_is_played_by_all_pairings_in_both_seatings() -> None:
    plan = Plan("tests.support.small_board", 0, [Entrant(name, ("", "")) for name in NAMES], 2, Limit())
    slots = Schedule(plan).slots()
    assert [slot.place for slot in slots] == list(range(1, plan.total + 1))
    assert [slot.start for slot in slots] == [0] * 12 + [1] * 12
    for first, second in zip(slots[::2], slots[1::2], strict=True):
        assert (first.seating, first.start) == (second.seating[::-1], second.start)
    assert {slot.seating for slot in slots[:12]} == {slot.seating for slot in slots[12:]}


def test_pairs_are_grouped_in_order() -> None:
    told = Told(*NAMES).pair("anna", "bob", "anna", None).pair("carl", "random", None, None)
    told.tournament.games = dict(reversed(told.game("bob", "carl", None).tournament.games.items()))
    assert [[game.number for game in pair] for pair in told.tournament.pairs()] == [[1, 2], [3, 4], [5]]
