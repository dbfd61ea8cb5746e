"""A tournament plays all its games, in this process or in several, and says how far it is."""

from __future__ import annotations

import pytest

from common.judge.tournament.participants import Entrant
from common.judge.tournament.plan import Plan
from common.judge.tournament.tournament import Tournament
from common.search.limit import Limit

STRATEGIES = ("level-1", "random", "novice")


def played(jobs: int) -> tuple[Tournament, list[str]]:
    """Return a tournament after its last game, and what it said."""
    entrants = [Entrant(name, (name, name)) for name in STRATEGIES]
    found = Tournament(Plan("tests.support.bare_game", 0, entrants, 2, Limit(nodes=20), seed=5))
    said = list[str]()
    found.play(jobs, None, said.append)
    return found, said


@pytest.mark.parametrize("jobs", [1, 2])
def test_all_games_are_played_and_counted(jobs: int) -> None:
    tournament, said = played(jobs)
    assert sorted(tournament.games) == list(range(1, tournament.plan.total + 1))
    assert said[0] == "0 of 12 games" and said[-1] == "12 of 12 games, about 0 s left"
    assert len(said) == 13


def test_games_do_not_depend_on_the_number_of_processes() -> None:
    one, other = (
        {place: game._replace(slowest=(0, 0)) for place, game in played(jobs)[0].games.items()}
        for jobs in (1, 2)
    )
    assert one == other
