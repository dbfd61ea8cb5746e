"""The page of a player: facts, lost games, forfeits, opponents."""

from __future__ import annotations

import re
from html import unescape

import pytest

from common.judge.tournament.player_page import MAX_LINKS, PlayerPage
from common.judge.tournament.replays import Analysis, games_of, make_replays
from common.judge.tournament.standings import compute_standings
from tests.support.small_board import GAME
from tests.support.told_tournament import O_WINS, X_WINS, Told, two_games

pytestmark = pytest.mark.usefixtures("few_samples")
EVIL = "</pre><script>alert(1)</script> & '"


def page(told: Told, name: str, nodes: int | None = None) -> PlayerPage:
    """Return the page of a player."""
    found = compute_standings(told.tournament)
    row = next(row for row in found.rows if row.name == name)
    replays = make_replays(told.tournament, Analysis(nodes) if nodes else None)
    files = {each: f"player-{each}.html" for each in told.tournament.plan.names}
    return PlayerPage(told.tournament, found, row, games_of(name, GAME.sides, replays), files, bool(nodes))


def cells(text: str) -> list[list[str]]:
    """Return the contents of the cells of all tables, without tags."""
    rows = re.findall("<tr>(.*?)</tr>", text, re.DOTALL)
    return [
        [unescape(re.sub("<[^>]*>", "", cell)) for cell in re.findall("<t[dh][^>]*>(.*?)</t[dh]>", row)]
        for row in rows
    ]


def connected() -> Told:
    """Return a tournament in which all have played against `random`."""
    return two_games().pair("anna", "random", "anna", None).pair("bob", "random", None, None)


def test_facts_are_one_line() -> None:
    found = page(connected(), "bob")
    assert found.title == "A game with a board: bob"
    text = re.sub("<[^>]*>", "", found.above())
    assert re.search(r"rank 3 of 3 \u00b7 points: 1 \u00b7 Elo -\d+ \[.*\]", text)
    assert 'href="index.html"' in found.above()


def test_lost_games_name_opponent_side_and_forfeit() -> None:
    told = two_games().game("random", "bob", "random", fault=("bob", "crash"))
    above = page(told, "bob").above()
    assert cells(above) == [
        ["game", "against", "side", "how"],
        ["1", "anna", "O", "to the end"],
        ["2", "anna", "X", "to the end"],
        ["3", "random", "O", "forfeit: crash"],
    ]
    assert "add --analyse 500" in above and 'href="player-anna.html"' in above
    assert "Lost games" not in page(told, "anna").above()


def test_turning_move_of_a_lost_game_is_linked() -> None:
    above = page(two_games(), "bob", 50).above()
    heads, *rows = cells(above)
    assert heads[4:] == ["turning move", "before it", "after it", "better"]
    assert all(len(row) == len(heads) for row in rows)
    for row in rows:
        assert row[4] == "no single move" or re.fullmatch(r"\d+\. [abc][123] [abc][123]", row[4])
    link = re.search(r'<a href="#game=(\d)&amp;ply=(\d)">(\d)\. ', above)
    assert link and link[2] == link[3]


def test_forfeits_have_the_last_line_of_stderr_as_text() -> None:
    told = Told("anna", "bob", "random")
    for number in range(MAX_LINKS + 2):
        told.game("anna", "bob", "bob", fault=("anna", "crash"), last_words=EVIL, start=number)
    told.game("random", "anna", "random", fault=("anna", "time"), last_words="gone")
    above = page(told, "anna").above()
    assert above.count("<pre>") == 2 and "<script" not in above
    assert unescape(re.findall("<pre>(.*?)</pre>", above, re.S)[0]) == EVIL
    assert "<pre>gone</pre>" in above and f"crash {MAX_LINKS + 2}: " in above and "time 1: " in above
    assert above.count("</a> \u2026") == 1
    assert "Forfeits" not in page(told, "bob").above(), "those of others are not there"


def test_forfeits_of_many_kinds_are_folded() -> None:
    told = Told("anna", "random")
    for number in range(5):
        told.game(
            "anna", "random", "random", fault=("anna", "crash"), last_words=f"line {number}", start=number
        )
    told.game("anna", "random", "random", fault=("anna", "crash"), last_words="line 4", start=5)
    above = page(told, "anna").above()
    shown, folded = above.split("<details>")
    assert re.findall("<pre>(.*?)</pre>", shown) == ["line 4", "line 0", "line 1"], "the frequent one first"
    assert re.findall("<pre>(.*?)</pre>", folded) == ["line 2", "line 3"]


def test_forfeit_without_output_says_so() -> None:
    told = Told("anna", "random").game("anna", "random", "random", fault=("anna", "time"))
    assert "<pre>(nothing on stderr)</pre>" in page(told, "anna").above()


def test_opponents_are_below_with_their_games() -> None:
    told = two_games().game("random", "anna", None)
    assert cells(page(told, "anna").below()) == [
        ["against", "score", "games"],
        ["random", "+0 =1 -0", "3"],
        ["bob", "+2 =0 -0", "1 2"],
    ]
    assert page(Told("anna", "random"), "anna").below() == ""


def test_moves_of_the_two_games_are_legal() -> None:
    assert [one.played.moves for one in make_replays(two_games().tournament, None)] == [X_WINS, O_WINS]
