"""Many games between players, counted, from starts that are played twice with sides changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from common.judge.elo import Elo, strength
from common.judge.processes import in_order
from common.rules.position import Outcome, Player, Position, game

Sides = tuple[str, str]
Games = tuple[Any, ...]


def played(start: Position, players: Mapping[str, Player[Any]]) -> tuple[tuple[str, ...], Outcome]:
    """The moves of a game, and how it ends."""
    moves, position = [], start
    for move, after in game(start, players):
        moves.append(position.text(move))
        position = after
    outcome = position.outcome()
    assert outcome, "a game goes on until it is over"
    return tuple(moves), outcome


def winner(start: Position, players: Mapping[str, Player[Any]]) -> str | None:
    """Who wins from a start."""
    return played(start, players)[1].winner


def points_for(side: str, outcome: Outcome) -> float:
    """1, 1/2 or 0."""
    return 0.5 if outcome.winner is None else float(outcome.winner == side)


def margin_for(side: str, outcome: Outcome) -> int:
    """By how much a side has won; less than 0 if it has lost."""
    return outcome.margin if outcome.winner == side else -outcome.margin


class Pair(NamedTuple):
    """Two games from one start, sides changed: the first player's points of each, 1, 1/2 or 0, and the games."""

    points: tuple[float, float]
    games: tuple[Games, Games]


def play_pair(start: Position, first: Player[Any], second: Player[Any], sides: Sides) -> Pair:
    """Play a start twice, each player on either side."""
    points, games = [], []
    for ours, theirs in (sides, sides[::-1]):
        moves, outcome = played(start, {ours: first, theirs: second})
        points.append(points_for(ours, outcome))
        games.append((start, *moves))
    return Pair((points[0], points[1]), (games[0], games[1]))


class Score(NamedTuple):
    """A match from the first player's view, with his Elo and how many games were not alike."""

    wins: int
    draws: int
    losses: int
    share: float
    elo: Elo
    distinct: int


def score(pairs: Sequence[Pair]) -> Score:
    """Count a match."""
    points = [point for pair in pairs for point in pair.points]
    distinct = len({one for pair in pairs for one in pair.games})
    share = sum(points) / len(points)
    found = strength([sum(pair.points) / 2 for pair in pairs])
    return Score(points.count(1), points.count(0.5), points.count(0), share, found, distinct)


def print_match(first: str, second: str, pairs: Sequence[Pair], as_json: bool = False) -> None:
    """A line for a match."""
    found = score(pairs)
    middle, low, high = found.elo
    if as_json:
        known = {"players": (first, second), "games": 2 * len(pairs), **found._asdict(), "elo": found.elo.finite()}
        print(json.dumps(known), flush=True)
        return
    print(
        f"{first} - {second}: +{found.wins} ={found.draws} -{found.losses}, {found.share:.1%}, "
        f"Elo {middle:+.0f} [{low:+.0f}, {high:+.0f}], {found.distinct} of {2 * len(pairs)} games distinct",
        flush=True,
    )


def print_counts(
    sides: Sides,
    pairs: Sequence[Sides],
    sets: Sequence[str],
    count: Callable[[tuple[Sides, str]], int],
    jobs: int,
    as_json: bool = False,
) -> None:
    """A line for each pair of players: `count` of every set of starts, and the sum."""
    counts = in_order(count, list(product(pairs, sets)), jobs)
    rows = [counts[at : at + len(sets)] for at in range(0, len(counts), len(sets))]
    if as_json:
        for pair, row in zip(pairs, rows, strict=True):
            print(json.dumps(dict(zip((*sides, *sets), (*pair, *row), strict=True))))
        return
    print("".join(f"{side:13}" for side in sides) + "".join(f"{name:>6}" for name in sets) + "   sum")
    for pair, row in zip(pairs, rows, strict=True):
        print("".join(f"{player:13}" for player in pair) + "".join(f"{number:6}" for number in row) + f"{sum(row):6}")
