"""The verb `tournament`: its plan, its output, and refused calls."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from common.command import tournament_call
from common.command.tournament_verb import MIN_DEFAULT_SECONDS, add_tournament
from common.search.limit import Limit
from tests.support.small_game import NAME, run_verb

pytestmark = pytest.mark.usefixtures("importable")


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Replace the games by a note of the tournament and the options."""
    calls = list[tuple[Any, ...]]()
    monkeypatch.setattr(tournament_call, "play", lambda *call: calls.append(call))
    return calls


def test_options_become_the_plan(planned: list[Any]) -> None:
    call = ("engine", "greedy", "--pairs", "3", "--nodes", "9", "--seed", "4", "--jobs", "1")
    assert run_verb(add_tournament, "tournament", *call) == 0
    tournament, chosen = planned[0]
    plan = tournament.plan
    assert (plan.module, plan.names) == (NAME, ["engine", "greedy", "random"])
    assert (plan.pairs, plan.limit, plan.seed) == (3, Limit(nodes=9), 4)
    assert (chosen.jobs, chosen.cluster) == (1, None)
    assert plan.confinement.isolated


def test_default_limit_leaves_time_to_start_a_program(planned: list[Any]) -> None:
    assert run_verb(add_tournament, "tournament", "engine") == 0
    assert planned[0][0].plan.limit == Limit(seconds=MIN_DEFAULT_SECONDS)


def test_tables_are_printed_and_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, pages = tmp_path / "table.csv", tmp_path / "pages"
    call = ("greedy", "novice", "--pairs", "1", "--jobs", "1", "--csv", str(table), "--html", str(pages))
    assert run_verb(add_tournament, "tournament", *call, "--json") == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["games"] == facts["of"] == 6
    with table.open(encoding="utf-8", newline="") as file:
        rows = {row["player"]: row for row in csv.DictReader(file)}
    assert rows.keys() == {"greedy", "novice", "random"}
    assert (pages / "player-greedy.html").read_text("utf-8").count("<summary>Game ") == 4
    assert (pages / "index.html").read_text("utf-8").count('href="player-greedy.html') == 4


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("engine", "--analyse", "9"), "--analyse 9 needs --html FOLDER"),
        (("engine", "--html", "no/a"), "'no/a': 'no' is not an existing folder"),
        (("engine", "--csv", "no/a.csv"), "'no/a.csv': 'no' is not an existing folder"),
        (("engine", "--html", "a.html"), "--html 'a.html': expected a folder, e.g. --html pages"),
        (("engine", "--seconds", "0"), "--seconds 0: expected a number of seconds above 0"),
        (("engine", "--pairs", "0"), "--pairs '0': expected a whole number of 1 or more"),
        (("random",), "'random': expected at least two players"),
        (("engine", "engine"), "two players are called 'engine'"),
        (("human", "engine"), "'human': human players are for `play`, not for a tournament"),
        (("level-9",), "level-9: expected level-1 to level-5"),
        (("nobody-at-all",), "'nobody-at-all' is neither a player's name nor a command"),
    ],
)
def test_impossible_tournament_is_refused(
    words: tuple[str, ...], wanted: str, planned: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_verb(add_tournament, "tournament", *words) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1) and printed.err.startswith(wanted)
    assert planned == []
