"""Who meets whom: everybody once, points with points, nobody twice while that can be."""

from __future__ import annotations

import random

import pytest

from common.judge.tournament.pairings import gauntlet, round_robin, swiss_round


@pytest.mark.parametrize("players", range(2, 14))
def test_everybody_meets_everybody_once_and_nobody_is_ahead_when_it_is_cut_short(players: int) -> None:
    pairings = round_robin(players)
    assert len({frozenset(pairing) for pairing in pairings}) == len(pairings) == players * (players - 1) // 2
    for cut in range(0, len(pairings), players // 2):
        met = [sum(player in pairing for pairing in pairings[:cut]) for player in range(players)]
        assert max(met) - min(met) <= 1


def test_a_gauntlet_is_one_against_all() -> None:
    assert gauntlet(4, 2) == [(2, 0), (2, 1), (2, 3)]


@pytest.mark.parametrize("players", [2, 5, 8, 9, 30])
def test_swiss_rounds_pair_points_with_points_and_nobody_twice(players: int) -> None:
    met, byes, points = set[frozenset[int]](), list[int](), [0.0] * players
    for _ in range(min(players - 1, 5)):
        found = swiss_round(points, met, byes, seed=3)
        seated = [player for pairing in found.pairings for player in pairing] + (
            [] if found.bye is None else [found.bye]
        )
        assert sorted(seated) == list(range(players))
        assert found.bye is None or found.bye not in byes
        assert not {frozenset(pairing) for pairing in found.pairings} & met
        met |= set(map(frozenset, found.pairings))
        byes += [] if found.bye is None else [found.bye]
        for pairing in found.pairings:
            points[min(pairing)] += 1
    assert max(points) > points[-1]


def test_after_all_have_met_they_meet_again() -> None:
    met = {frozenset(pairing) for pairing in round_robin(4)}
    assert sorted(player for pairing in swiss_round([0] * 4, met, [], 0).pairings for player in pairing) == [
        0,
        1,
        2,
        3,
    ]


def test_a_large_late_round_is_paired_in_time() -> None:
    chance = random.Random(1)
    met = {frozenset(chance.sample(range(60), 2)) for _ in range(1600)}
    assert len(swiss_round([0] * 60, met, [], 0).pairings) == 30


def test_with_as_many_points_the_seed_orders() -> None:
    rounds = {tuple(swiss_round([0] * 8, set(), [], seed).pairings) for seed in range(5)}
    assert len(rounds) > 1
    assert swiss_round([0] * 8, set(), [], 1) == swiss_round([0] * 8, set(), [], 1)
