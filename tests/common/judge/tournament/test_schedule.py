"""The order of games: finished ones in their places, the others left to play."""

from __future__ import annotations

from typing import Any

import pytest

from common.judge.tournament.participants import Entrant
from common.judge.tournament.plan import Plan
from common.judge.tournament.played_game import PlayedGame
from common.judge.tournament.schedule import Key, Schedule
from common.search.limit import Limit

NAMES = ("anna", "bob", "carl", "random")
ENTRANTS = [Entrant(name, ("", "")) for name in NAMES]


def plan(**more: Any) -> Plan:
    return Plan("tests.support.small_board", 0, ENTRANTS, 2, Limit(), **more)


def games(schedule: Schedule) -> dict[Key, PlayedGame]:
    """Return a made-up result for every game of the first batch, by its key."""
    found = {}
    for slot in next(schedule.batches()):
        one, other = (NAMES[player] for player in slot.seating)
        number = 100 + slot.place
        found[slot.start, (one, other)] = PlayedGame(
            number, slot.start, (one, other), [], [], "X", "", 0, None, "", (0, 0), 0
        )
    return found


@pytest.mark.parametrize("more", [{}, {"hero": 1}, {"rounds": 2}])
def test_kept_games_are_in_their_places(more: dict[str, int]) -> None:
    kept = games(Schedule(plan(**more)))
    schedule = Schedule(plan(**more), kept)
    assert {place: game.number for place, game in schedule.games.items()} == {
        place: 100 + place for place in range(1, len(kept) + 1)
    }
    left = [slot.place for batch in schedule.batches() for slot in batch]
    assert left == list(range(len(kept) + 1, len(kept) + 1 + (8 if "rounds" in more else 0)))


def test_games_left_are_those_not_kept() -> None:
    kept = {key: game for key, game in games(Schedule(plan())).items() if game.number in (103, 104)}
    (left,) = Schedule(plan(), kept).batches()
    assert [slot.place for slot in left] == [1, 2, *range(5, 25)]


def test_games_outside_the_plan_are_left_out() -> None:
    kept = games(Schedule(plan()))
    assert len(Schedule(plan(hero=0), kept).games) == plan(hero=0).total == 12


def test_pairs_are_grouped_in_order() -> None:
    kept = games(Schedule(plan()))
    pairs = Schedule(plan(), dict(reversed(kept.items()))).pairs()
    assert [[game.number - 100 for game in pair] for pair in pairs] == [
        [first, first + 1] for first in range(1, 25, 2)
    ]
