"""The past of each player of a tournament that lasts: its ratings call by call, and its versions."""

from __future__ import annotations

from typing import NamedTuple

from common.judge.tournament.history import History, past_plan
from common.judge.tournament.participants import ANCHOR
from common.judge.tournament.plan import Plan
from common.judge.tournament.ratings import fit_elo
from common.judge.tournament.results import counted_results, rated_results
from common.judge.tournament.schedule import Schedule


class Trend(NamedTuple):
    """The date of a player's first call, the number of its versions, and its Elo in all earlier calls.

    The Elo is None in a call without the player, or if no games connected it with the anchor.
    """

    first_seen: str = ""
    versions: int = 1
    past: tuple[float | None, ...] = ()


NO_TREND = Trend()


def player_trends(plan: Plan, history: History) -> dict[str, Trend]:
    """Return the trend of every player by name."""
    ratings = [_elo_in_call(plan, history, call) for call in range(len(history.calls) - 1)]
    return {
        name: Trend(history.first_seen(name), history.versions(name), tuple(elo.get(name) for elo in ratings))
        for name in plan.names
    }


def _elo_in_call(plan: Plan, history: History, call: int) -> dict[str, float | None]:
    """Return the Elo of every player at the end of an earlier call."""
    then = past_plan(plan, history.calls[call])
    counted = counted_results(Schedule(then, history.kept(call)))
    found = fit_elo(len(then.names), rated_results(then.names, counted), then.names.index(ANCHOR))
    return dict(zip(then.names, found, strict=True))
