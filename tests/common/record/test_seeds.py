"""Random seeds chosen automatically, and the line with the option that repeats a game."""

from __future__ import annotations

import random

from common.record.seeds import random_seed, seed_line


def test_seed_has_at_most_six_digits_and_differs() -> None:
    seeds = [random_seed() for _ in range(1000)]
    assert all(0 <= seed <= 999_999 for seed in seeds)
    assert len(set(seeds)) > 1 and max(seeds) > 9999


def test_seed_does_not_depend_on_a_seeded_generator() -> None:
    found = []
    for _ in range(2):
        random.seed(1)
        found.append([random_seed() for _ in range(9)])
    assert found[0] != found[1]


def test_seed_line_has_the_option_that_repeats_the_game() -> None:
    assert seed_line(42) == "seed 42 (repeat with --seed 42)"
