"""Ratings of all players: correct on results of known strength, and always finite."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from common.judge.tournament.ratings import Rating, Result, fit_ratings

DRAWS = 0.2


def random_result(chance: random.Random, share: float) -> float:
    """Return a random result for a player with an expected result from 0 to 1."""
    draw = min(DRAWS, 2 * share, 2 * (1 - share))
    return 0.5 if chance.random() < draw else float(chance.random() < (share - draw / 2) / (1 - draw))


def expected_share(elo: float) -> float:
    """Return the expected fraction of the points for an Elo difference."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def tournament(
    chance: random.Random, strengths: Sequence[float], pairs: int, seat: float = 0
) -> list[list[Result]]:
    """Play everybody against everybody; the first seat is worth `seat` Elo."""
    return [
        [
            Result(
                one,
                other,
                random_result(chance, expected_share(strengths[one] - strengths[other] + first * seat)),
                first,
            )
            for first in (1, -1)
        ]
        for one in range(len(strengths))
        for other in range(one)
        for _ in range(pairs)
    ]


def require_ratings(ratings: Sequence[Rating | None]) -> list[Rating]:
    assert None not in ratings
    return [rating for rating in ratings if rating]


def test_ratings_find_known_strengths_and_the_seat_advantage() -> None:
    strengths = (0, 100, 200, -150, 400)
    found = fit_ratings(5, tournament(random.Random(1), strengths, 400, seat=80), anchor=0)
    assert [rating.elo for rating in require_ratings(found.players)] == pytest.approx(strengths, abs=25)
    assert found.seat_advantage == pytest.approx(80, abs=10)
    assert require_ratings(found.players)[0] == (0, 0, 0)


@pytest.mark.parametrize("tournaments", [6, pytest.param(30, marks=pytest.mark.long)])
def test_ratings_intervals_contain_the_true_strength_19_times_in_20(tournaments: int) -> None:
    chance, strengths, held = random.Random(7), (0, 120, -80, 300, 30), 0
    for number in range(tournaments):
        found = require_ratings(fit_ratings(5, tournament(chance, strengths, 10, seat=50), 0, number).players)
        held += sum(
            rating.low <= true <= rating.high for rating, true in zip(found[1:], strengths[1:], strict=True)
        )
    assert 0.89 <= held / (4 * tournaments) <= 0.99


def test_seat_advantage_does_not_widen_the_intervals() -> None:
    """The first seat always wins: single games look random, but every pair is even."""
    pairs = [[Result(0, 1, 1, 1), Result(0, 1, 0, -1)]] * 20
    found = fit_ratings(2, pairs, anchor=0)
    assert require_ratings(found.players)[1] == pytest.approx((0, 0, 0), abs=1e-3)
    assert found.seat_advantage > 300


def test_rating_is_finite_after_winning_or_losing_every_game() -> None:
    strengths = (0, 50, -50, 2000, -2000)
    found = require_ratings(fit_ratings(5, tournament(random.Random(3), strengths, 4), anchor=0).players)
    order = sorted(range(5), key=lambda player: found[player].elo)
    assert (order[0], order[-1]) == (4, 3)
    assert 200 < found[3].elo < 1500 and -1500 < found[4].elo < -200


def test_player_not_connected_with_the_anchor_has_no_rating() -> None:
    pairs = [[Result(0, 1, 1, 1), Result(0, 1, 0.5, -1)], [Result(2, 3, 1, 1), Result(2, 3, 1, -1)]]
    assert [rating is None for rating in fit_ratings(5, pairs, anchor=0).players] == [
        False,
        False,
        True,
        True,
        True,
    ]
    assert [rating is None for rating in fit_ratings(3, [], anchor=1).players] == [True, False, True]


def test_ratings_intervals_are_reproducible_with_a_seed() -> None:
    pairs = tournament(random.Random(5), (0, 100, 50), 5)
    assert fit_ratings(3, pairs, 0, seed=1) == fit_ratings(3, pairs, 0, seed=1)
    assert fit_ratings(3, pairs, 0, seed=1).players[1] != fit_ratings(3, pairs, 0, seed=2).players[1]


def test_seat_advantage_is_zero_if_seats_do_not_count() -> None:
    pairs = [[Result(0, 1, score, 0)] for score in (1, 0, 1, 0.5)]
    found = fit_ratings(2, pairs, anchor=1)
    assert found.seat_advantage == 0 and require_ratings(found.players)[0].elo > 0
