"""Random seeds: chosen automatically if none is given, and printed, so that a game can be repeated."""

from __future__ import annotations

import random


def random_seed() -> int:
    """Return a random seed of at most six digits, from the operating system."""
    return random.SystemRandom().randrange(1_000_000)


def seed_line(seed: int) -> str:
    """Return the line that says which seed was used, and the option that repeats the game."""
    return f"seed {seed} (repeat with --seed {seed})"
