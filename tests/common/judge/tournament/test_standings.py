"""Standings: points, ratings, marks and forfeits of players, from games that nobody had to play."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from common.judge.tournament.standings import Row, Score
from tests.support.told_tournament import NAMES, Told, round_robin

pytestmark = pytest.mark.usefixtures("few_samples")


def names(rows: Sequence[Row]) -> list[str]:
    return [row.name for row in rows]


def test_score_counts_a_draw_as_half_a_point() -> None:
    assert (Score(2, 3, 1).points, str(Score(2, 3, 1))) == (3.5, "+2 =3 -1")
    assert Score() == (0, 0, 0)


def test_rows_are_ranked_by_points() -> None:
    found = round_robin().standings()
    assert [(row.rank, row.name, row.points) for row in found.rows] == [
        (1, "anna", 3.5),
        (2, "bob", 1.5),
        (3, "random", 1.0),
    ]
    assert [row.score for row in found.rows] == [row.games for row in found.rows]
    assert found.rows[0].score == Score(3, 1, 0)
    assert (found.played, found.total, found.by_seats) == (6, 6, False)


def test_cross_table_has_both_directions() -> None:
    cross = round_robin().standings().cross
    assert cross["anna", "bob"] == Score(1, 1, 0) and cross["bob", "anna"] == Score(0, 1, 1)
    assert cross["anna", "random"] == Score(2, 0, 0) and cross["random", "bob"] == Score(1, 0, 1)
    assert len(cross) == 6


def test_anchor_has_no_elo_and_better_players_have_more() -> None:
    rows = round_robin().rows()
    elo = [row.rating.elo for row in (rows["anna"], rows["bob"], rows["random"]) if row.rating]
    assert elo[0] > elo[1] > elo[2] == 0
    assert all(row.rating and row.rating.low <= row.rating.elo <= row.rating.high for row in rows.values())


def test_equal_points_are_ranked_by_elo_then_by_name() -> None:
    """Bob has a game less than anna, so that his points are worth more."""
    told = Told("zoe", "bob", "anna", "random").pair("zoe", "random", "zoe", "random")
    told.pair("anna", "random", "random", "anna").game("bob", "random", "bob")
    assert names(told.standings().rows) == ["random", "bob", "anna", "zoe"]


def test_first_seat_advantage_is_measured() -> None:
    first = Told("anna", "random").pair("anna", "random", "anna", "random").standings()
    second = Told("anna", "random").pair("anna", "random", "random", "anna").standings()
    assert first.seat_advantage > 100 > -100 > second.seat_advantage


@pytest.mark.parametrize(
    ("winners", "marks"),
    [
        (("anna", "anna"), {"anna": "won all", "random": "lost all", "bob": "no games yet"}),
        (("anna", "random"), {"anna": "", "random": "", "bob": "no games yet"}),
        ((None, None), {"anna": "", "random": "", "bob": "no games yet"}),
    ],
)
def test_mark_says_why_a_rating_is_unreliable(winners: tuple[str | None, ...], marks: dict[str, str]) -> None:
    rows = Told(*NAMES).pair("anna", "random", *winners).rows()
    assert {name: row.mark for name, row in rows.items()} == marks
    assert rows["bob"].rating is None


def test_players_not_connected_with_the_anchor_are_unrated() -> None:
    rows = Told(*NAMES).pair("anna", "bob", "anna", "anna").rows()
    assert rows["anna"].mark == rows["bob"].mark == "not connected with random"
    assert rows["anna"].rating is rows["bob"].rating is None
    assert rows["anna"].rank == 1


def test_standings_without_games_have_all_players() -> None:
    found = Told(*NAMES).standings()
    assert names(found.rows) == ["anna", "bob", "random"]
    assert (found.cross, found.played, found.total) == ({}, 0, 6)
    assert {row.mark for row in found.rows} == {"no games yet"}


def test_forfeits_and_slowest_moves_are_those_of_each_player() -> None:
    told = Told("anna", "random").game("anna", "random", "random", fault=("anna", "time"), slowest=(5.1, 0.2))
    told.game("random", "anna", "random", fault=("anna", "crash"), slowest=(0.7, 0.1))
    told.game("anna", "random", "random", 1, fault=("anna", "crash"))
    rows = told.rows()
    assert list(rows["anna"].forfeits.items()) == [("crash", 2), ("time", 1)]
    assert (rows["random"].forfeits, rows["anna"].slowest, rows["random"].slowest) == ({}, 5.1, 0.7)


# PAIRS BY SEAT SCORE


@pytest.mark.usefixtures("by_seats")
def test_pair_is_won_by_the_better_seat_score() -> None:
    """Anna did better as X by 9 to 7, though each won once."""
    told = Told("anna", "random").game("anna", "random", "anna", seat_score=9)
    found = told.game("random", "anna", "random", seat_score=7).standings()
    assert found.by_seats and found.cross["anna", "random"] == Score(1, 0, 0)
    assert (found.rows[0].name, found.rows[0].points, found.rows[0].games) == ("anna", 1, Score(1, 0, 1))


@pytest.mark.usefixtures("by_seats")
def test_equal_seat_scores_draw_the_pair() -> None:
    told = Told("anna", "random").game("anna", "random", "anna", seat_score=7)
    found = told.game("random", "anna", "random", seat_score=7).standings()
    assert found.cross["random", "anna"] == Score(0, 1, 0) and found.seat_advantage == 0


@pytest.mark.usefixtures("by_seats")
def test_half_a_pair_counts_games_only() -> None:
    found = Told("anna", "random").game("anna", "random", "anna", seat_score=9).standings()
    assert (found.cross, found.played) == ({}, 1)
    assert found.rows[0].games == Score(1, 0, 0) and found.rows[0].mark == "no games yet"


@pytest.mark.usefixtures("by_seats")
@pytest.mark.parametrize("seat", [0, 1])
def test_player_who_alone_forfeits_loses_the_pair(seat: int) -> None:
    """Even with a better seat score: the other lost by a margin, which a crash has not."""
    faults = [("anna", "crash") if number == seat else None for number in range(2)]
    told = Told("anna", "random").game("anna", "random", "random", seat_score=50, fault=faults[0])
    found = told.game("random", "anna", "random", seat_score=-50, fault=faults[1]).standings()
    assert found.cross["random", "anna"] == Score(1, 0, 0)


@pytest.mark.usefixtures("by_seats")
def test_two_forfeits_leave_the_pair_to_the_seat_score() -> None:
    told = Told("anna", "random").game("anna", "random", "random", seat_score=1, fault=("anna", "crash"))
    found = told.game("random", "anna", "anna", seat_score=4, fault=("random", "time")).standings()
    assert found.cross["random", "anna"] == Score(1, 0, 0)
