"""The report of a tournament: tables, notes, JSON facts and CSV, from games that nobody had to play."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from common.judge.tournament import report
from common.judge.tournament.participants import Entrant
from common.judge.tournament.plan import Plan
from common.judge.tournament.ratings import Rating
from common.judge.tournament.standings import Row, Score, Standings
from common.judge.tournament.tournament import Tournament
from common.programs.sandbox import sandbox_for
from common.search.limit import Limit
from tests.support.told_tournament import Told, round_robin

PLAYER = Row(1, "anna", Score(3, 1, 0), Score(3, 1, 0), 3.5, Rating(120.4, 80.5, 150.2), "", {}, 0.25)


pytestmark = pytest.mark.usefixtures("few_samples")


def standings(*rows: Row, by_seats: bool = False, **cross: Score) -> Standings:
    """Return standings; `cross` has scores by two names, joined by an underscore."""
    pairs = {(one, other): score for name, score in cross.items() for one, _, other in [name.partition("_")]}
    return Standings(list(rows), pairs, by_seats, 0.0, 0, 0)


def cells(row: Row, by_seats: bool = False) -> dict[str, str]:
    """Return the cells of a player's line by their headings."""
    heading, line = report.table_cells(standings(row, by_seats=by_seats))
    return dict(zip(heading, line, strict=True))


def notes(told: Told) -> list[str]:
    return list(report.notes(told.tournament, told.standings()))


def built_in(players: int, **plan: Any) -> Tournament:
    """Return a tournament without programs and without games."""
    entrants = [Entrant(name, (name, name)) for name in ("random", "greedy", "engine")]
    entrants += [Entrant(f"greedy-{number}", ("greedy", "greedy")) for number in range(players - 3)]
    return Tournament(Plan("tests.support.small_board", 0, entrants[:players], 1, Limit(nodes=5), **plan))


# TABLES


def test_line_has_a_cell_for_every_heading() -> None:
    assert cells(PLAYER) == {
        "#": "1",
        "player": "anna",
        "points": "3.5",
        "games": "+3 =1 -0",
        "Elo": "+120",
        "95 %": "[+80, +150]",
        "slowest": "0.25 s",
        "forfeits": "",
    }


def test_heading_says_whether_games_or_pairs_count() -> None:
    assert "games" in cells(PLAYER) and "pairs" not in cells(PLAYER)
    assert cells(PLAYER, by_seats=True)["pairs"] == "+3 =1 -0"


def test_unrated_player_has_no_elo() -> None:
    shown = cells(PLAYER._replace(rating=None, mark="no games yet"))
    assert (shown["Elo"], shown["95 %"], shown["forfeits"]) == ("-", "", "(no games yet)")


@pytest.mark.parametrize(
    ("mark", "interval"), [("won all", "[+80, -]"), ("lost all", "[-, +150]"), ("", "[+80, +150]")]
)
def test_interval_is_open_where_all_games_ended_alike(mark: str, interval: str) -> None:
    assert cells(PLAYER._replace(mark=mark))["95 %"] == interval


def test_anchor_has_no_interval() -> None:
    shown = cells(PLAYER._replace(name="random", rating=Rating(0.0, 0.0, 0.0)))
    assert (shown["Elo"], shown["95 %"]) == ("+0", "")


def test_forfeits_are_counted_by_kind_before_the_mark() -> None:
    forfeits = {"crash": 2, "time": 1}
    assert cells(PLAYER._replace(forfeits=forfeits))["forfeits"] == "crash 2, time 1"
    marked = PLAYER._replace(forfeits=forfeits, mark="lost all")
    assert cells(marked)["forfeits"] == "crash 2, time 1 (lost all)"


def test_long_and_unprintable_names_are_shortened_and_escaped() -> None:
    row = PLAYER._replace(name="x" * 30)
    assert report.table_cells(standings(row), 10)[1][1] == "x" * 10 + "..."
    assert cells(row)["player"] == "x" * report.MAX_NAME_LENGTH + "..."
    assert cells(PLAYER._replace(name="a\x1b[2J"))["player"] == "a\\x1b[2J"


def test_cross_table_has_the_score_against_each_rank() -> None:
    second = PLAYER._replace(rank=2, name="bob")
    found = standings(PLAYER, second, anna_bob=Score(1, 1, 0), bob_anna=Score(0, 1, 1))
    assert list(report.cross_cells(found)) == [
        ["#", "player", "1", "2"],
        ["1", "anna", "", "+1=1-0"],
        ["2", "bob", "+0=1-1", ""],
    ]


def test_report_has_aligned_tables_then_notes() -> None:
    told = round_robin()
    lines = report.report_lines(told.tournament)
    assert [line.split()[:4] for line in lines[:4]] == [
        ["#", "player", "points", "games"],
        ["1", "anna", "3.5", "+3"],
        ["2", "bob", "1.5", "+1"],
        ["3", "random", "1", "+1"],
    ]
    assert {line.index(end) for line, end in zip(lines[1:4], ("3.5 ", "1.5 ", "  1 "), strict=True)} == {14}
    assert lines[4:9] == [
        "",
        "#  player       1       2       3",
        "1  anna            +1=1-0  +2=0-0",
        "2  bob     +0=1-1          +1=0-1",
        "3  random  +0=0-2  +1=0-1",
    ]
    assert lines[9:] == ["", *notes(told)]


def test_cross_table_needs_three_players_and_room() -> None:
    tables = {players: "\n".join(report.report_lines(built_in(players))) for players in (2, 3, 16, 17)}
    assert [players for players, text in tables.items() if text.count("#") == 2] == [3, 16]
    hint = (
        "The cross table of 17 players is too wide for the terminal: use --html FOLDER, --csv FILE or --json"
    )
    assert [players for players, text in tables.items() if hint in text] == [17]


# NOTES


def test_notes_count_the_games_played() -> None:
    assert notes(Told("anna", "random"))[0] == "0 of 2 games"
    assert notes(Told("anna", "random").game("anna", "random", None))[0] == "1 of 2 games"
    assert notes(Told("anna", "random").pair("anna", "random", "anna", None))[0] == "2 games"


def test_notes_give_the_worth_of_the_first_seat() -> None:
    told = Told("anna", "random").pair("anna", "random", None, None)
    assert notes(told)[1] == "The first seat, X, is worth +0 Elo"
    assert not any("seat" in line for line in notes(Told("anna", "random"))), "unknown without games"


@pytest.mark.usefixtures("by_seats")
def test_notes_give_the_unit_if_pairs_count() -> None:
    assert notes(Told("anna", "random"))[1] == (
        "Each pair counts once, for the player who did better by moves in the same seat from the same start"
    )


def test_notes_warn_if_the_anchor_lost_every_game() -> None:
    warning = "random lost every game, so only the differences between the others are known"
    assert warning in notes(Told("anna", "random").pair("anna", "random", "anna", "anna"))
    assert warning not in notes(round_robin())


def test_notes_explain_a_missing_package_to_isolated_programs() -> None:
    crash = ("anna", "crash")
    told = Told("anna", "random").game(
        "anna", "random", "random", fault=crash, last_words="ModuleNotFoundError: No module named 'numpy'"
    )
    hint = "ModuleNotFoundError: programs run without packages: --with-packages VENV"
    assert not any(line.startswith(hint) for line in notes(told)), "not isolated"
    plan = told.tournament.plan
    told.tournament.plan = plan._replace(confinement=plan.confinement._replace(isolated=True))
    assert any(line.startswith(hint) for line in notes(told))
    other = Told("anna", "random").game("anna", "random", "random", fault=crash, last_words="KeyError: 5")
    other.tournament.plan = told.tournament.plan
    assert not any(line.startswith(hint) for line in notes(other))


def test_notes_describe_the_sandbox_if_programs_played() -> None:
    told = round_robin()
    assert notes(told)[-1] == sandbox_for(told.tournament.plan.confinement).summary()
    ours = built_in(2)
    assert report.report_lines(ours)[-1] == "0 of 2 games"


# JSON AND CSV


def test_facts_are_json_with_plan_table_and_cross_table() -> None:
    facts = report.tournament_facts(round_robin().tournament)
    assert json.loads(json.dumps(facts)) == facts
    assert (facts["games"], facts["of"]) == (6, 6)
    assert facts["counted"] == "games" and facts["seat"] > 100
    assert [(row["rank"], row["player"], row["points"]) for row in facts["table"]] == [
        (1, "anna", 3.5),
        (2, "bob", 1.5),
        (3, "random", 1.0),
    ]
    first = facts["table"][0]
    assert [first[name] for name in ("won", "drawn", "lost", "games won", "games drawn")] == [3, 1, 0, 3, 1]
    assert facts["cross"]["bob"] == {"anna": [0, 1, 1], "random": [1, 0, 1]}
    assert set(facts["sandbox"]) >= {"name", "no_network"}


@pytest.mark.usefixtures("by_seats")
def test_facts_have_no_seat_advantage_if_pairs_count() -> None:
    facts = report.tournament_facts(built_in(2))
    assert (facts["counted"], facts["seat"], facts["sandbox"]) == ("pairs", None, None)


def test_facts_leave_unknown_ratings_empty() -> None:
    told = Told("anna", "bob", "random").pair("anna", "random", "anna", "anna")
    elo = {row["player"]: row["elo"] for row in report.tournament_facts(told.tournament)["table"]}
    assert elo["bob"] == [None, None, None]
    assert elo["anna"][0] > 0 and elo["anna"][1] is not None and elo["anna"][2] is None, "won all"
    assert elo["random"][1] is None, "lost all"


def test_csv_has_a_line_per_player_and_a_column_per_opponent(tmp_path: Path) -> None:
    told = round_robin().game("anna", "random", "random", 1, fault=("anna", "time"), slowest=(5.125, 0.5))
    report.save_csv(told.tournament, tmp_path / "table.csv")
    with (tmp_path / "table.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["player"] for row in rows] == ["anna", "random", "bob"]
    assert [row["forfeits: time"] for row in rows] == ["1", "0", "0"]
    assert [row["against anna"] for row in rows] == ["", "1.0", "0.5"]
    assert (rows[0]["won"], rows[0]["drawn"], rows[0]["lost"]) == ("3", "1", "1")
    assert (rows[0]["slowest"], rows[0]["points"]) == ("5.125", "3.5")


@pytest.mark.parametrize("name", ["=1+1", "+bob", "-bob", "@bob", "\tbob"])
def test_csv_quotes_names_that_look_like_formulas(tmp_path: Path, name: str) -> None:
    report.save_csv(Told(name, "random").tournament, tmp_path / "table.csv")
    with (tmp_path / "table.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["player"] for row in rows} == {f"'{name}", "random"}
    assert f"against '{name}" in rows[0]


def test_csv_in_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        report.save_csv(round_robin().tournament, tmp_path / "none" / "table.csv")


def test_report_is_printed_as_text_or_as_one_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    tournament = round_robin().tournament
    report.print_tournament(tournament, False)
    assert capsys.readouterr().out.splitlines() == report.report_lines(tournament)
    report.print_tournament(tournament, True)
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line) == report.tournament_facts(tournament)


def test_package_is_missing_only_by_the_last_words() -> None:
    told = Told("anna", "random").game("anna", "random", "anna", last_words="ModuleNotFoundError: numpy")
    told.game("random", "anna", "anna", last_words="no ModuleNotFoundError")
    assert [report.lacks_package(game) for game in told.tournament.games.values()] == [True, False]
