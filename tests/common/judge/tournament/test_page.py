"""The page of a tournament: tables with links to the games, and every game to replay."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from common.judge.tournament.page import MAX_NAME_LENGTH, save_tournament_page
from common.judge.tournament.tournament import Tournament
from common.rules.errors import BadInput
from common.show.language import use_language
from tests.support.told_tournament import Told

X_WINS = ("a2 b2", "c1 b1", "b2 c3")
O_WINS = ("a1 b1", "c2 b2", "a3 b2", "c3 b2")


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take few bootstrap samples: the intervals are asked in test_ratings."""
    monkeypatch.setattr("common.judge.tournament.ratings.SAMPLES", 5)


def two_games() -> Told:
    """Return a tournament in which anna has won as X, then as O."""
    told = Told("anna", "bob", "random").game("anna", "bob", "anna", moves=X_WINS)
    return told.game("bob", "anna", "anna", moves=O_WINS)


def saved(folder: Path, tournament: Tournament, nodes: int | None = None) -> str:
    """Return the page of a tournament."""
    save_tournament_page(tournament, folder / "all.html", nodes)
    return (folder / "all.html").read_text(encoding="utf-8")


def data_of(page: str) -> Any:
    """Return the data of the page's script."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def summaries(page: str) -> list[str]:
    """Return the titles of the games."""
    return list(map(unescape, re.findall("<summary>(.*?)</summary>", page)))


def table_rows(page: str, number: int) -> list[list[str]]:
    """Return the contents of the cells of a table, without tags."""
    table = re.findall("<tbody>(.*?)</tbody>", page, re.DOTALL)[number]
    rows = re.findall("<tr>(.*?)</tr>", table, re.DOTALL)
    cells = [re.findall("<t[dh][^>]*>(.*?)</t[dh]>", row) for row in rows]
    return [[unescape(re.sub("<[^>]*>", "", cell)) for cell in row] for row in cells]


def test_page_has_a_title_with_kind_and_number_of_players(tmp_path: Path) -> None:
    page = saved(tmp_path, two_games().tournament)
    assert "<title>A game with a board: round robin of 3 players</title>" in page


def test_games_are_in_order_with_players_and_result(tmp_path: Path) -> None:
    told = two_games()
    told.tournament.games = dict(reversed(told.tournament.games.items()))
    page = saved(tmp_path, told.tournament)
    assert summaries(page) == ["Game 1: X anna, O bob; X wins", "Game 2: X bob, O anna; O wins"]
    assert [game["number"] for game in data_of(page)["games"]] == [1, 2]
    assert [len(game["changes"]) for game in data_of(page)["games"]] == [len(X_WINS), len(O_WINS)]
    assert "X has crossed the board.. X WINS" in page and "X cannot move.. O WINS" in page


def test_title_of_a_forfeited_game_has_the_reason(tmp_path: Path) -> None:
    told = Told("anna", "random").game("anna", "random", "random", fault=("anna", "crash"))
    page = saved(tmp_path, told.tournament)
    assert summaries(page) == ["Game 1: X anna, O random; O wins (crash)"]
    assert "O WINS" in page, "though the last position is not over"


def test_title_of_a_draw_names_no_winner(tmp_path: Path) -> None:
    told = Told("anna", "random").game("anna", "random", None)
    assert summaries(saved(tmp_path, told.tournament)) == ["Game 1: X anna, O random; a draw"]


def test_standings_are_a_table_with_full_names(tmp_path: Path) -> None:
    name = "n" * 60
    page = saved(tmp_path, Told(name, "random").pair(name, "random", name, name).tournament)
    rows = table_rows(page, 0)
    assert [row[:3] for row in rows] == [["1", name, "2"], ["2", "random", "0"]]
    assert len(name) < MAX_NAME_LENGTH and page.count("<tbody>") == 1, "two players need no cross table"


def test_cross_table_links_each_score_to_its_games(tmp_path: Path) -> None:
    page = saved(tmp_path, two_games().tournament)
    assert table_rows(page, 1) == [
        ["1", "anna", "", "+2=0-0 1 2", ""],
        ["2", "bob", "+0=0-2 1 2", "", ""],
        ["3", "random", "", "", ""],
    ]
    assert page.count('<a href="#game=2" aria-label="Game 2">2</a>') == 2


def test_names_are_escaped(tmp_path: Path) -> None:
    name = "<b>&\x07"
    told = Told(name, "bob", "random").game(name, "bob", name, moves=X_WINS)
    page = saved(tmp_path, told.tournament)
    assert "<b>" not in page and "\x07" not in page
    assert summaries(page) == ["Game 1: X <b>&\\x07, O bob; X wins"]
    assert table_rows(page, 1)[0][1] == "<b>&\\x07"


def test_page_without_games_has_tables_and_notes(tmp_path: Path) -> None:
    page = saved(tmp_path, Told("anna", "bob", "random").tournament)
    assert "<script" not in page and "<p>0 of 6 games</p>" in page
    assert [row[1] for row in table_rows(page, 0)] == ["anna", "bob", "random"]


def test_games_are_analysed_within_nodes_if_asked(tmp_path: Path) -> None:
    told = two_games().tournament
    games = data_of(saved(tmp_path, told))["games"], data_of(saved(tmp_path, told, 50))["games"]
    assert [[len(game["scores"]) for game in each] for each in games] == [
        [0, 0],
        [len(X_WINS) + 1, len(O_WINS) + 1],
    ]


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        (("a1 c1",), "Move 1 of the record is illegal: 'a1 c1'"),
        ((*X_WINS, "c2 b2"), "Move 4 of the record is illegal: 'c2 b2'"),
        (("up",), "'up' is not a move"),
    ],
)
def test_impossible_game_is_refused_with_its_number(
    tmp_path: Path, moves: tuple[str, ...], reason: str
) -> None:
    told = two_games().game("bob", "random", "bob", moves=moves)
    with pytest.raises(BadInput) as found:
        saved(tmp_path, told.tournament)
    assert str(found.value).startswith(f"game 3: {reason}")
    assert list(tmp_path.iterdir()) == []


def test_page_in_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        saved(tmp_path / "none", two_games().tournament)


def test_page_is_in_the_language_of_messages(tmp_path: Path) -> None:
    use_language("pt")
    page = saved(tmp_path, two_games().tournament)
    assert '<html lang="pt">' in page and "<caption><span>Classificação</span></caption>" in page
    assert "Standings" not in page
