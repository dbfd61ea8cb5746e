"""Standings and JSON facts of a tournament whose games are made up."""

from __future__ import annotations

from typing import Any

import pytest

from common.judge.tournament.participants import Entrant
from common.judge.tournament.report import tournament_facts
from common.judge.tournament.standings import Standings, compute_standings
from common.judge.tournament.tournament import Plan, PlayedGame, Tournament
from common.search.limit import Limit

PAIRS = 2


def tournament(module: str, rounds: int) -> Tournament:
    """Return a tournament of three players in which the first side has won every game."""
    entrants = [Entrant(name, (name, name)) for name in ("novice", "level-1", "random")]
    found = Tournament(Plan(module, 0, entrants, PAIRS, Limit(nodes=50), rounds=rounds))
    for tasks in found._batches():
        for task in tasks:
            first = found.plan.game.sides[0]
            found.games[task.number] = PlayedGame(
                task.number, task.start, task.players, [], [], first, "", 1.0, None, "", (0.0, 0.0), 0.0
            )
    return found


@pytest.mark.parametrize(("module", "unit"), [("duel7", 2), ("catsdogs", 1)])
def test_bye_counts_as_a_won_pairing(module: str, unit: int) -> None:
    """In games compared by pairs a pairing has one point a pair, in others one a game."""
    found: Standings = compute_standings(tournament(module, rounds=1))
    assert found.by_seats == (unit == 1)
    points = {row.byes: row.points for row in found.rows}
    assert points == {1: PAIRS * unit, 0: PAIRS * unit / 2}


def test_seat_advantage_is_reported_with_one_decimal(monkeypatch: pytest.MonkeyPatch) -> None:
    played = tournament("duel7", rounds=0)
    seats: Any = compute_standings(played)._replace(seat_advantage=12.3456)
    monkeypatch.setattr("common.judge.tournament.report.compute_standings", lambda tournament: seats)
    assert tournament_facts(played)["seat"] == 12.3
    monkeypatch.setattr(
        "common.judge.tournament.report.compute_standings", lambda tournament: seats._replace(by_seats=True)
    )
    assert tournament_facts(played)["seat"] is None
