"""Results of pairs as they count: games, or pairs by their seat scores."""

from __future__ import annotations

import pytest

from common.judge.tournament.ratings import Result
from common.judge.tournament.results import counted_results, rated_results
from tests.support.told_tournament import Told


def told() -> Told:
    """Return a whole pair and half a pair."""
    found = Told("anna", "bob", "random").game("anna", "bob", "anna", seat_score=5)
    return found.game("bob", "anna", "bob", seat_score=3).game("anna", "random", None)


def test_every_game_counts() -> None:
    counted = counted_results(told().tournament)
    assert counted == [[("anna", "bob", 1.0, 1), ("bob", "anna", 1.0, 1)], [("anna", "random", 0.5, 1)]]
    assert rated_results(["bob", "anna", "random"], counted)[0] == [Result(1, 0, 1.0), Result(0, 1, 1.0)]


@pytest.mark.usefixtures("by_seats")
def test_whole_pairs_count_by_seat_scores() -> None:
    assert counted_results(told().tournament) == [[("anna", "bob", 1.0, 0)]]
