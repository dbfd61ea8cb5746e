"""Tournaments that last: what a later call plays again, and what it keeps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from common.judge.tournament.participants import Entrant
from common.judge.tournament.plan import Plan
from common.judge.tournament.report import tournament_facts
from common.judge.tournament.standings import compute_standings
from common.judge.tournament.tournament import Tournament
from common.search.limit import Limit
from tests.support.programs import read_json_lines

pytestmark = pytest.mark.usefixtures("few_samples")
STRATEGIES = ("level-1", "random", "novice", "level-2", "engine")
TIMES = {"slowest", "change", "first seen", "versions"}
KINDS: dict[str, dict[str, int]] = {"round robin": {}, "Swiss": {"rounds": 3}, "gauntlet": {"hero": 2}}


def class_of(count: int, changed: dict[str, str] | None = None) -> list[Entrant]:
    """Return players of a class, one of them `random`; `changed` names those with another strategy."""
    strategies = {f"player {number}": STRATEGIES[number % len(STRATEGIES)] for number in range(count - 1)}
    strategies["random"] = "random"
    return [
        Entrant(name, ((changed or {}).get(name, strategy),) * 2, (changed or {}).get(name, strategy))
        for name, strategy in strategies.items()
    ]


def plan_of(entrants: list[Entrant], **more: Any) -> Plan:
    """Return a tournament of the smallest game, whose players are deterministic."""
    return Plan("tests.support.bare_game", 0, entrants, 1, Limit(nodes=20), seed=5, **more)


def played(plan: Plan, journal: Path | None = None) -> Tournament:
    """Return a tournament after its last game."""
    found = Tournament(plan, journal)
    found.play(1)
    assert len(found.games) == plan.total
    return found


def table(tournament: Tournament) -> Any:
    """Return the report without times and without the past."""
    facts = tournament_facts(tournament)
    rows = [{name: value for name, value in row.items() if name not in TIMES} for row in facts["table"]]
    return facts | {"table": rows, "calls": None}


def test_changed_program_of_thirty_replays_seven_percent(tmp_path: Path) -> None:
    journal, before, after = tmp_path / "games.jsonl", class_of(30), class_of(30, {"player 4": "random"})
    whole = played(plan_of(before), journal)
    first_table = table(whole)
    del whole
    again = Tournament(plan_of(after), journal)
    left = again.plan.total - len(again.games)
    assert (again.plan.total, left) == (870, 58) and left <= 0.07 * again.plan.total
    again.play(1)
    assert len(read_json_lines(journal)) == 1 + 2 + 870 + 58
    assert table(again) == table(played(plan_of(after))) != first_table


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "change",
    [
        lambda: class_of(7, {"player 1": "novice"}),
        lambda: class_of(9),
        lambda: class_of(6),
        lambda: [*class_of(7)[1:], Entrant("late", ("engine", "engine"), "late")],
    ],
    ids=["changed", "two new", "one gone", "one gone and one new"],
)
def test_table_equals_a_tournament_played_afresh(
    kind: str, change: Callable[[], list[Entrant]], tmp_path: Path
) -> None:
    journal, first, second = tmp_path / "games.jsonl", class_of(7), change()
    hero = {"hero": [one.name for one in second].index("player 2")} if kind == "gauntlet" else KINDS[kind]
    played(plan_of(first, **KINDS[kind]), journal)
    again = played(plan_of(second, **hero), journal)
    fresh = played(plan_of(second, **hero), tmp_path / "fresh.jsonl")
    assert table(again) == table(fresh)
    numbers = [line["game"] for line in read_json_lines(journal) if "game" in line]
    assert len({*numbers}) == len(numbers) < 2 * len(fresh.games), "some were kept, and each has a number"


def test_order_of_players_begins_no_call(tmp_path: Path) -> None:
    journal, players = tmp_path / "games.jsonl", class_of(4)
    facts = table(played(plan_of(players, hero=1), journal))
    again = Tournament(plan_of(players[::-1], hero=2), journal)
    assert (len(again.games), len(again.history.calls), again.news()) == (again.plan.total, 1, "")
    assert table(again) == facts


def test_news_name_the_players_that_differ(tmp_path: Path) -> None:
    journal = tmp_path / "games.jsonl"
    assert played(plan_of(class_of(5)), journal).news() == ""
    again = Tournament(plan_of(class_of(4, {"player 0": "novice"})), journal)
    assert again.news() == "Call 2: changed: player 0; gone: player 3; 6 of 12 games are kept"
    del again
    resumed = Tournament(plan_of(class_of(4, {"player 0": "novice"})), journal)
    assert resumed.news() == "" and len(resumed.games) == 6


def test_old_program_that_returns_finds_its_games(tmp_path: Path) -> None:
    journal, first = tmp_path / "games.jsonl", class_of(5)
    played(plan_of(first), journal)
    played(plan_of(class_of(5, {"player 0": "novice"})), journal)
    assert len(Tournament(plan_of(first), journal).games) == 20


def test_trend_has_the_rating_of_every_earlier_call(tmp_path: Path) -> None:
    journal, calls = tmp_path / "games.jsonl", [class_of(5), class_of(6, {"player 0": "novice"}), class_of(6)]
    elo = []
    for entrants in calls:
        rows = compute_standings(played(plan_of(entrants), journal)).rows
        elo.append({row.name: row.rating.elo for row in rows if row.rating})
    last = compute_standings(Tournament(plan_of(calls[-1]), journal))
    assert len(last.calls) == 3
    for row in last.rows:
        then = [each.get(row.name) for each in elo]
        assert list(row.trend.past) == pytest.approx(then[:-1], abs=0.01)
        assert row.trend.versions == (2 if row.name == "player 0" else 1)
        assert row.change == pytest.approx((then[-1] or 0) - (then[-2] or 0), abs=0.01)
