"""The verb `match`: its plan, its report, and refused calls."""

from __future__ import annotations

import json

import pytest

from common.command import match_verb
from common.command.match_verb import add_match
from common.judge.match.games import PairTask
from common.judge.match.match import MatchPlan
from common.search.limit import Limit
from tests.support.noted_calls import note_calls
from tests.support.small_game import GAME, NAME, run_verb

pytestmark = pytest.mark.usefixtures("importable")
Asked = list[tuple[PairTask, MatchPlan, bool]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Replace the match by one that only notes its task and plan."""
    return note_calls(monkeypatch, match_verb, "print_match")


def test_options_become_task_and_plan(asked: Asked) -> None:
    limits = ("--seconds", "2", "--nodes", "9", "--depth", "4", "--seed", "5")
    more = ("--pairs", "3", "--jobs", "4")
    assert run_verb(add_match, "match", "engine", "greedy", *limits, *more, "--json", "--no-sandbox") == 0
    ((task, plan, as_json),) = asked
    assert task[:6] == (NAME, 0, ("engine", "greedy"), Limit(2, 9, 4), 5, 0)
    assert not task.confinement.sandboxed
    assert plan == MatchPlan(3, 4) and as_json


def test_limit_is_that_of_matches_by_default(asked: Asked) -> None:
    assert run_verb(add_match, "match", "engine", "greedy") == 0
    assert asked[0][0].limit == GAME.players.match_limit
    assert asked[0][1] == MatchPlan(100, 2)


def test_report_names_the_players_and_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    call = ("engine", "random", "--pairs", "3", "--jobs", "1", "--nodes", "50")
    assert run_verb(add_match, "match", *call) == 0
    printed = capsys.readouterr()
    assert "engine - random: 6 games: " in printed.out and printed.err == ""


def test_json_report_counts_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    call = ("greedy", "random", "--pairs", "2", "--jobs", "1", "--json")
    assert run_verb(add_match, "match", *call) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["players"] == ["greedy", "random"]
    assert facts["games"] == 4 == facts["wins"] + facts["draws"] + facts["losses"]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("greedy", "random", "--seconds", "0"), "--seconds 0: expected a number of seconds above 0"),
        (("random", "level-2", "--nodes", "9"), "--nodes 9: level-2 and random use limits of their own"),
        (("human", "random"), "'human': human players are for `play`, not for a match"),
        (("greedy", "level-9"), "level-9: expected level-1 to level-5"),
        (("greedy", "random", "--size", "5"), "match has no option '--size'"),
    ],
)
def test_impossible_match_is_refused(
    words: tuple[str, ...], wanted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_verb(add_match, "match", *words) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and wanted in printed.err
