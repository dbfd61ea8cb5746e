"""The verb `tournament`: its plan, its output, Ctrl-C, and refused calls."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from common.command import tournament_verb
from common.command.tournament_verb import (
    MIN_DEFAULT_SECONDS,
    add_tournament,
    check_sandbox,
    gauntlet_index,
    path_exists,
    play,
    print_refused,
    save_pages,
)
from common.judge.tournament.participants import Entrant, FoundEntrants
from common.judge.tournament.plan import Plan
from common.judge.tournament.replays import Analysis
from common.judge.tournament.tournament import Tournament
from common.programs.confinement import Confinement
from common.rules.errors import BadInput, Leave
from common.search.limit import Limit
from tests.support.small_game import NAME, run_verb

pytestmark = pytest.mark.usefixtures("importable")
ENTRANTS = [Entrant(name, (name, name)) for name in ("greedy", "random")]


@pytest.fixture
def tournament() -> Tournament:
    """Return a tournament of two games, not yet played."""
    return Tournament(Plan(NAME, 0, ENTRANTS, 1, Limit(nodes=50)))


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Replace the games by a note of tournament, jobs, cluster and journal."""
    calls = list[tuple[Any, ...]]()
    monkeypatch.setattr(tournament_verb, "play", lambda *call: calls.append(call))
    return calls


def test_options_become_the_plan(planned: list[Any], tmp_path: Path) -> None:
    journal = tmp_path / "games.jsonl"
    call = ("engine", "greedy", "--pairs", "3", "--rounds", "2", "--nodes", "9", "--seed", "4", "--jobs", "1")
    assert run_verb(add_tournament, "tournament", *call, "--journal", str(journal)) == 0
    tournament, jobs, cluster, kept, _ = planned[0]
    plan = tournament.plan
    assert (plan.module, plan.names) == (NAME, ["engine", "greedy", "random"])
    assert (plan.pairs, plan.rounds, plan.hero, plan.limit, plan.seed) == (3, 2, None, Limit(nodes=9), 4)
    assert (jobs, cluster, kept) == (1, None, journal)
    assert journal.absolute() in plan.confinement.secret and plan.confinement.isolated


def test_gauntlet_names_the_number_of_its_player(planned: list[Any]) -> None:
    call = ("engine", "greedy", "--gauntlet", "greedy")
    assert run_verb(add_tournament, "tournament", *call) == 0
    plan = planned[0][0].plan
    assert (plan.hero, plan.total) == (1, 8)


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
        (("engine", "--gauntlet", "engine", "--rounds", "2"), "--rounds and --gauntlet are two kinds"),
        (("engine", "--gauntlet", "me"), "--gauntlet 'me': expected one of the players, 'engine', 'random'"),
        (("engine", "--analyse", "9"), "--analyse 9 needs --html FOLDER"),
        (("engine", "--html", "no/a"), "'no/a': 'no' is not an existing folder"),
        (("engine", "--csv", "no/a.csv"), "'no/a.csv': 'no' is not an existing folder"),
        (("engine", "--html", "a.html"), "--html 'a.html': expected a folder, e.g. --html pages"),
        (("engine", "--seconds", "0"), "--seconds 0: expected a number of seconds above 0"),
        (("engine", "--rounds", "0"), "--rounds '0': expected a whole number of 1 or more"),
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


def test_long_word_is_no_path(tmp_path: Path) -> None:
    assert path_exists(str(tmp_path)) and not path_exists(str(tmp_path / "missing"))
    assert not path_exists("x" * 100_000)


def test_files_of_strangers_need_a_sandbox(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked = list[str]()
    monkeypatch.setattr(tournament_verb, "require_file_protection", lambda kept: asked.append("files"))
    monkeypatch.setattr(tournament_verb, "warn_of_gaps", lambda kept: asked.append("gaps"))
    check_sandbox(Confinement(), ["engine", "python3 bot.py"])
    assert asked == ["gaps"]
    check_sandbox(Confinement(), ["engine", str(tmp_path)])
    assert asked == ["gaps", "files", "gaps"]


def test_refused_programs_and_ten_notes_go_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    notes = [f"'{number}.txt' is not a player" for number in range(12)]
    print_refused(FoundEntrants(ENTRANTS, notes, ["'link.py' does not play"]))
    printed = capsys.readouterr()
    assert printed.out == ""
    lines = printed.err.splitlines()
    assert lines == ["'link.py' does not play", *notes[:10], "and 2 more that are not players"]


def test_gauntlet_player_is_found_by_name() -> None:
    assert gauntlet_index("b", ["a", "b"]) == 1
    with pytest.raises(BadInput, match=r"--gauntlet 'x': expected one of the players, '0', '1', .*'7'$"):
        gauntlet_index("x", [str(number) for number in range(20)])


def test_pages_are_analysed_only_after_all_games(
    tournament: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = list[tuple[Any, ...]]()
    monkeypatch.setattr(tournament_verb, "save_tournament_pages", lambda *call: saved.append(call[:3]))
    save_pages(tournament, tmp_path, Analysis(9))
    tournament.play(1, None, lambda line: None)
    save_pages(tournament, tmp_path, Analysis(9))
    assert saved == [(tournament, tmp_path, None), (tournament, tmp_path, Analysis(9))]


def test_interrupted_analysis_saves_the_pages_without_it(
    tournament: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = list[tuple[Any, ...]]()

    def save(*call: Any) -> None:
        saved.append(call)
        if len(saved) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(tournament_verb, "save_tournament_pages", save)
    with pytest.raises(KeyboardInterrupt):
        save_pages(tournament, tmp_path, Analysis(9))
    assert saved[1] == (tournament, tmp_path)


@pytest.mark.parametrize(
    ("journal", "line"),
    [
        (Path("games.jsonl"), "Stopped: run the same command again to resume from games.jsonl."),
        (None, "Stopped: with --journal FILE you can resume next time."),
    ],
)
def test_ctrl_c_reports_the_games_so_far_and_how_to_resume(
    journal: Path | None, line: str, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tournament, "play", interrupted)
    reported = list[int]()
    with pytest.raises(Leave) as leaving:
        play(tournament, 1, None, journal, lambda: reported.append(len(tournament.games)))
    assert (leaving.value.sentence, leaving.value.status) == (line, 130)
    assert reported == [0]


def test_played_tournament_is_reported_once(tournament: Tournament) -> None:
    reported = list[int]()
    play(tournament, 1, None, None, lambda: reported.append(len(tournament.games)))
    assert reported == [2]
