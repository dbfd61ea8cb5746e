"""Random seeds: chosen automatically if none is given, and printed, so that a game can be repeated."""

from __future__ import annotations

import random
import sys


def random_seed() -> int:
    """Return a random seed of at most six digits, from the operating system."""
    return random.SystemRandom().randrange(1_000_000)


def print_seed(seed: int) -> None:
    """Print on stderr the option that repeats the game."""
    print(f"--seed {seed}", file=sys.stderr)
