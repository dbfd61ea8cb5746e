"""Pairings of a tournament: round robin, gauntlet, Swiss system."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

Pairing = tuple[int, int]  # the numbers of two players
MAX_TRIES = 10_000  # pairings tried for a Swiss round before rematches are allowed


class Round(NamedTuple):
    """The pairings of a round, and the player with a bye, if any."""

    pairings: list[Pairing]
    bye: int | None = None


def round_robin(players: int) -> list[Pairing]:
    """Pair everyone with everyone once, in rounds by the circle method; players are numbered from 0.

    If the tournament is stopped early, all players have had nearly the same number of opponents.
    """
    circle: list[int | None] = [*range(players), *([None] if players % 2 else [])]
    half, found = len(circle) // 2, list[Pairing]()
    for number in range(len(circle) - 1):
        facing = zip(circle[:half], reversed(circle[half:]), strict=True)
        pairs = [(one, other) for one, other in facing if one is not None and other is not None]
        found += [pair[::-1] if number % 2 else pair for pair in pairs]
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return found


def gauntlet(players: int, hero: int) -> list[Pairing]:
    """Pair the player numbered `hero`, always named first, with all others; players are numbered from 0."""
    return [(hero, other) for other in range(players) if other != hero]


def swiss_round(
    points: Sequence[float], met: Collection[frozenset[int]], byes: Collection[int], seed: int
) -> Round:
    """Pair players with equal or close points who have not met; the seed breaks ties.

    `points` are by player number, `met` holds the pairs of players that have met, `byes` the players that
    have had a bye. With an odd number of players the lowest one without a bye so far gets it. If no such
    pairing is found in `MAX_TRIES` tries, players are paired in order of points, rematches included.
    """
    order = list(range(len(points)))
    random.Random(seed).shuffle(order)
    order.sort(key=lambda player: -points[player])
    bye = None
    if len(order) % 2:
        bye = next((player for player in reversed(order) if player not in byes), order[-1])
        order.remove(bye)
    tries = iter(range(MAX_TRIES))
    return Round(_pair_without_rematches(order, met, tries) or _pair_in_order(order), bye)


def _pair_without_rematches(
    order: list[int], met: Collection[frozenset[int]], tries: Iterator[int]
) -> list[Pairing] | None:
    """Pair each player with the next one in `order` whom it has not met, by backtracking.

    Return None if there is no such pairing or `tries` runs out.
    """
    found, stack = list[Pairing](), [(order, 1)]
    while stack:
        unpaired, at = stack.pop()
        if not unpaired:
            return found
        while at < len(unpaired) and frozenset((unpaired[0], unpaired[at])) in met:
            at += 1
        if next(tries, None) is None:
            return None
        if at < len(unpaired):
            stack += [(unpaired, at + 1), (unpaired[1:at] + unpaired[at + 1 :], 1)]
            found = [*found[: len(stack) - 2], (unpaired[0], unpaired[at])]
    return None


def _pair_in_order(order: list[int]) -> list[Pairing]:
    return list(zip(order[::2], order[1::2], strict=True))
