"""The seed of all that is random: drawn where none is given, and told, so that the game can be had again."""

from __future__ import annotations

import random
import sys


def draw_seed() -> int:
    """A seed from the system's chance."""
    return random.SystemRandom().randrange(1_000_000)


def tell_seed(seed: int) -> None:
    """A line on stderr."""
    print(f"--seed {seed}", file=sys.stderr)
