"""The index of the pages: standings, and a cross table that leads to the games."""

from __future__ import annotations

import re
from html import unescape

import pytest

from common.judge.tournament.index_page import MAX_NAME_LENGTH, IndexPage
from common.judge.tournament.standings import compute_standings
from tests.support.told_tournament import Told, two_games

pytestmark = pytest.mark.usefixtures("few_samples")


def page(told: Told) -> str:
    """Return the index of a tournament."""
    files = {name: f"player-{number}.html" for number, name in enumerate(told.tournament.plan.names)}
    return IndexPage(told.tournament, compute_standings(told.tournament), files).html()


def table_rows(text: str, number: int) -> list[list[str]]:
    """Return the contents of the cells of a table, without tags."""
    table = re.findall("<tbody>(.*?)</tbody>", text, re.DOTALL)[number]
    rows = re.findall("<tr>(.*?)</tr>", table, re.DOTALL)
    cells = [re.findall("<t[dh][^>]*>(.*?)</t[dh]>", row) for row in rows]
    return [[unescape(re.sub("<[^>]*>", "", cell)).strip() for cell in row] for row in cells]


def test_title_has_the_number_of_players() -> None:
    assert "<title>A game with a board: tournament of 3 players</title>" in page(two_games())


def test_standings_have_full_names() -> None:
    name = "n" * 60
    text = page(Told(name, "random", "zoe").pair(name, "random", name, name))
    rows = table_rows(text, 0)
    assert [row[:3] for row in rows] == [["1", name, "2"], ["2", "random", "0"], ["3", "zoe", "0"]]
    assert len(name) < MAX_NAME_LENGTH


def test_cross_table_has_points_that_lead_to_a_lost_game() -> None:
    told = two_games().pair("bob", "random", "bob", None).pair("anna", "random", "anna", "random")
    text = page(told)
    assert table_rows(text, 1) == [
        ["1", "anna", "\u00b7", "2", "1"],
        ["2", "bob", "0", "\u00b7", "1.5"],
        ["3", "random", "1", "0.5", "\u00b7"],
    ]
    links = re.findall(r'<a class="(\w+)" href="player-(\d).html#game=(\d)" aria-label="(.*?)"', text)
    assert links == [
        ("better", "0", "1", "anna against bob: +2 =0 -0"),
        ("even", "0", "6", "anna against random: +1 =0 -1"),
        ("worse", "1", "1", "bob against anna: +0 =0 -2"),
        ("better", "1", "4", "bob against random: +1 =1 -0"),
        ("even", "2", "5", "random against anna: +1 =0 -1"),
        ("worse", "2", "3", "random against bob: +0 =1 -1"),
    ]


def test_two_players_need_no_cross_table() -> None:
    assert page(Told("anna", "random").pair("anna", "random", "anna", None)).count("<tbody>") == 1


def test_players_who_have_not_met_have_an_empty_cell() -> None:
    assert table_rows(page(two_games()), 1)[0] == ["1", "anna", "\u00b7", "2", ""]


def test_names_are_escaped() -> None:
    name = "<b>&\"'"
    text = page(Told(name, "bob", "random").pair(name, "bob", name, name))
    assert "<b>" not in text and table_rows(text, 1)[0][1] == name


def test_index_without_games_has_tables_and_notes() -> None:
    text = page(Told("anna", "bob", "random"))
    assert "<script" not in text and "<p>0 of 6 games</p>" in text
    assert [row[1] for row in table_rows(text, 0)] == ["anna", "bob", "random"]
