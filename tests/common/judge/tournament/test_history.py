"""The history of a tournament: calls, programs and the games that count."""

from __future__ import annotations

from typing import Any

import pytest

from common.judge.tournament.history import MAX_NAMES, Call, History, past_plan
from common.judge.tournament.participants import Entrant
from common.judge.tournament.plan import Plan
from common.judge.tournament.played_game import PlayedGame, journal_entry
from common.rules.errors import MALFORMED_FILE_ERRORS
from common.search.limit import Limit

NAMES = ("anna", "bob", "random")
PLAN = Plan("tests.support.small_board", 0, [Entrant(name, ("", "")) for name in NAMES], 1, Limit())
GAME = PlayedGame(1, 0, ("anna", "bob"), [], [], "X", "", 0, None, "", (0, 0), 0)


def call(number: int, **digests: str) -> dict[str, Any]:
    """Return a line of the journal."""
    return {"call": number, "date": f"2026-0{number}-01", "players": {"random": "", **digests}}


def history(*entries: dict[str, Any] | PlayedGame, plan: Plan = PLAN) -> History:
    """Return the history in a journal."""
    found = History(plan)
    for entry in entries:
        found.parse(journal_entry(entry) if isinstance(entry, PlayedGame) else entry)
    return found


def test_games_of_unchanged_programs_count() -> None:
    other, third = GAME._replace(number=2, players=("bob", "random")), GAME._replace(number=3, reason="new")
    found = history(call(1, anna="1", bob="1"), GAME, other, call(2, anna="2", bob="1"), third)
    assert [game.number for game in found.kept(0).values()] == [1, 2]
    assert [game.number for game in found.kept(1).values()] == [2, 3]
    assert found.last_number == 2


def test_players_have_a_first_date_and_versions() -> None:
    found = history(call(1, anna="1"), call(2, anna="2", bob="1"), call(3, anna="1", bob="1"))
    assert [found.first_seen(name) for name in NAMES] == ["2026-01-01", "2026-02-01", "2026-01-01"]
    assert [found.versions(name) for name in NAMES] == [2, 1, 1]


def test_changes_are_named() -> None:
    found = history(call(1, anna="1", bob="1"), call(2, anna="2", carl="1"))
    assert found.changes() == "changed: anna; new: carl; gone: bob"
    many = {f"p{number}": "" for number in range(MAX_NAMES + 2)}
    assert history(call(1), call(2, **many)).changes().endswith("p7 and 2 more")


@pytest.mark.parametrize(
    "entry",
    [
        {"call": 2, "date": "2026-01-01", "players": {"random": ""}},
        {"call": 1, "date": "today", "players": {"random": ""}},
        {"call": 1, "date": "2026-01-01", "players": {"anna": ""}},
        {"call": 1, "date": "2026-01-01", "players": {"random": "", "\x1b": ""}},
        {"call": 1, "date": "2026-01-01", "players": {"random": 1}},
        {"call": 1, "date": "2026-01-01", "players": ["random"]},
        {"call": 1, "date": "2026-01-01"},
    ],
)
def test_changed_call_is_malformed(entry: dict[str, Any]) -> None:
    with pytest.raises(MALFORMED_FILE_ERRORS):
        history(entry)


def test_game_without_its_players_in_the_call_is_malformed() -> None:
    for entries in ([GAME], [call(1, anna=""), GAME]):
        with pytest.raises(MALFORMED_FILE_ERRORS):
            history(*entries)


def test_gauntlet_needs_its_hero_in_every_call() -> None:
    gauntlet = PLAN._replace(hero=1)
    history(call(1, bob=""), plan=gauntlet)
    with pytest.raises(MALFORMED_FILE_ERRORS):
        history(call(1, anna=""), plan=gauntlet)


def test_past_plan_has_the_players_of_its_call() -> None:
    past = past_plan(PLAN._replace(hero=1), Call("2026-01-01", {"random": "", "bob": "", "zoe": ""}))
    assert (past.names, past.hero) == (["random", "bob", "zoe"], 1)
    assert past_plan(PLAN, Call("2026-01-01", {"random": ""})).hero is None
