"""Many games between players, counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from common.jobs import in_order
from common.rules import Position, game

Player = Callable[[Any], Any]


def winner(start: Position, players: Mapping[str, Player]) -> str | None:
    """Who wins from a start."""
    *_, last = [start, *(position for _, position in game(start, players))]
    outcome = last.outcome()
    return outcome.winner if outcome else None


Pair = tuple[str, str]


def print_counts(
    sides: Pair, pairs: Sequence[Pair], sets: Sequence[str], count: Callable[[tuple[Pair, str]], int], jobs: int
) -> None:
    """A line for each pair of players: `count` of every set of starts, and the sum."""
    counts = in_order(count, list(product(pairs, sets)), jobs)
    print("".join(f"{side:13}" for side in sides) + "".join(f"{name:>6}" for name in sets) + "   sum")
    for at, pair in enumerate(pairs):
        row = counts[at * len(sets) : (at + 1) * len(sets)]
        print("".join(f"{player:13}" for player in pair) + "".join(f"{number:6}" for number in row) + f"{sum(row):6}")
