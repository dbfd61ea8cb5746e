"""Pairings: everybody once, equal points against equal points, no repetition if avoidable."""

from __future__ import annotations

import random

import pytest

from common.judge.tournament.pairings import gauntlet, round_robin, swiss_round


@pytest.mark.parametrize("players", range(2, 14))
def test_round_robin_is_complete_and_balanced_if_cut_short(players: int) -> None:
    pairings = round_robin(players)
    assert len({frozenset(pairing) for pairing in pairings}) == len(pairings) == players * (players - 1) // 2
    for cut in range(0, len(pairings), players // 2):
        met = [sum(player in pairing for pairing in pairings[:cut]) for player in range(players)]
        assert max(met) - min(met) <= 1


def test_round_robin_changes_the_first_seat_with_the_round() -> None:
    assert round_robin(4) == [(0, 3), (1, 2), (2, 0), (1, 3), (0, 1), (2, 3)]


def test_gauntlet_pairs_one_player_with_all_others() -> None:
    assert gauntlet(4, 2) == [(2, 0), (2, 1), (2, 3)]


@pytest.mark.parametrize("players", [2, 5, 8, 9, 30])
def test_swiss_rounds_pair_by_points_without_repetition(players: int) -> None:
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


def test_swiss_round_repeats_pairings_if_all_have_met() -> None:
    met = {frozenset(pairing) for pairing in round_robin(4)}
    assert sorted(player for pairing in swiss_round([0] * 4, met, [], 0).pairings for player in pairing) == [
        0,
        1,
        2,
        3,
    ]


def test_swiss_round_of_60_players_is_paired_quickly() -> None:
    chance = random.Random(1)
    met = {frozenset(chance.sample(range(60), 2)) for _ in range(1600)}
    assert len(swiss_round([0] * 60, met, [], 0).pairings) == 30


def test_swiss_round_uses_the_seed_at_equal_points() -> None:
    rounds = {tuple(swiss_round([0] * 8, set(), [], seed).pairings) for seed in range(5)}
    assert len(rounds) > 1
    assert swiss_round([0] * 8, set(), [], 1) == swiss_round([0] * 8, set(), [], 1)
