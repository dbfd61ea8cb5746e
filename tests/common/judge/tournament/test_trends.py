"""The past of players: dates, versions and ratings of earlier calls."""

from __future__ import annotations

from common.judge.tournament.history import Call
from common.judge.tournament.ratings import fit_elo
from common.judge.tournament.results import counted_results, rated_results
from common.judge.tournament.trends import NO_TREND, Trend, player_trends
from tests.support.told_tournament import Told


def test_rating_of_an_earlier_call_is_that_of_its_games() -> None:
    told = Told("anna", "random").pair("anna", "random", "anna", None)
    found = told.tournament
    for game in found.games.values():
        found.history.add(game)
    counted = rated_results(["anna", "random"], counted_results(found))
    found.history.calls.append(Call("2026-02-01", {"anna": "new", "random": ""}))
    trends = player_trends(found.plan, found.history)
    assert trends["anna"] == Trend(found.history.calls[0].date, 2, (fit_elo(2, counted, 1)[0],))
    assert trends["random"].past == (0.0,) and (trends["anna"].past[0] or 0) > 50


def test_player_without_games_has_no_rating_then() -> None:
    found = Told("anna", "random").tournament
    found.history.calls.append(Call("2026-02-01", {"anna": "", "random": "", "zoe": ""}))
    assert player_trends(found.plan, found.history)["anna"].past == (None,)
    assert NO_TREND.past == ()
