"""Games of a tournament as replays: titles, groups, analyses."""

from __future__ import annotations

import pytest

from common.judge.tournament.replays import Analysis, games_of, make_replays
from tests.support.small_board import GAME
from tests.support.told_tournament import O_WINS, X_WINS, Told, two_games


def test_replays_are_in_order_with_players_and_result() -> None:
    told = two_games()
    told.tournament.games = dict(reversed(told.tournament.games.items()))
    found = make_replays(told.tournament, None)
    assert [one.page.title for one in found] == [
        "Game 1: X anna, O bob; X wins",
        "Game 2: X bob, O anna; O wins",
    ]
    assert [one.page.number for one in found] == [1, 2]
    assert [len(one.page.sentences) for one in found] == [len(X_WINS), len(O_WINS)]
    assert [one.page.end for one in found] == ["X has crossed the board.. X WINS", "X cannot move.. O WINS"]
    assert [(one.page.graph, one.turning) for one in found] == [(None, None)] * 2


def test_forfeit_is_in_the_title_and_in_the_end() -> None:
    told = Told("anna", "random").game("anna", "random", "random", fault=("anna", "crash"))
    (one,) = make_replays(told.tournament, None)
    assert one.page.title == "Game 1: X anna, O random; O wins (crash)"
    assert one.page.end.endswith("O WINS"), "though the last position is not over"


def test_draw_names_no_winner() -> None:
    (one,) = make_replays(Told("anna", "random").game("anna", "random", None).tournament, None)
    assert one.page.title == "Game 1: X anna, O random; a draw"


@pytest.mark.parametrize("jobs", [1, 2])
def test_analysis_finds_graphs_and_turning_moves(jobs: int) -> None:
    said = list[str]()
    found = make_replays(two_games().tournament, Analysis(50, jobs), said.append)
    graphs = [one.page.graph for one in found]
    assert [graph and len(graph.points) for graph in graphs] == [len(X_WINS) + 1, len(O_WINS) + 1]
    assert said == ["1 of 2 games analysed", "2 of 2 games analysed"]
    turned = [one for one in found if one.turning]
    assert turned
    for one in turned:
        assert one.turning and one.turning.side == GAME.other(str(one.played.winner))


def test_games_of_a_player_are_grouped_with_losses_first() -> None:
    told = two_games().game("random", "bob", None).game("bob", "random", "bob")
    bob = games_of("bob", GAME.sides, make_replays(told.tournament, None))
    assert [[one.played.number for one in group] for group in bob] == [[1, 2], [3], [4]]
    assert [page.group for page in bob.pages()] == ["Lost: 2", "Lost: 2", "Drawn: 1", "Won: 1"]
    assert [one.played.number for one in bob.all()] == [1, 2, 3, 4]
