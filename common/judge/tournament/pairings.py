"""Who meets whom in a tournament: everybody, one against all others, or by points in rounds."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

Pairing = tuple[int, int]  # the numbers of two players
TRIES = 10_000  # pairings that a Swiss round looks at before it lets two players meet again


class Round(NamedTuple):
    """The pairings of a round, and who has nobody to meet."""

    pairings: list[Pairing]
    bye: int | None = None


def round_robin(players: int) -> list[Pairing]:
    """Everybody against everybody, in rounds by the circle method, so that all have met as many when it is cut short."""
    circle: list[int | None] = [*range(players), *([None] if players % 2 else [])]
    half, found = len(circle) // 2, list[Pairing]()
    for number in range(len(circle) - 1):
        facing = zip(circle[:half], reversed(circle[half:]), strict=True)
        pairs = [(one, other) for one, other in facing if one is not None and other is not None]
        found += [pair[::-1] if number % 2 else pair for pair in pairs]
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return found


def gauntlet(players: int, hero: int) -> list[Pairing]:
    """One against all others."""
    return [(hero, other) for other in range(players) if other != hero]


def swiss_round(
    points: Sequence[float], met: Collection[frozenset[int]], byes: Collection[int], seed: int
) -> Round:
    """Pair those who have as many points and have not met, as far as that can be; the seed orders who has as many points.

    With an odd number the last who has not had one has a bye.
    """
    order = list(range(len(points)))
    random.Random(seed).shuffle(order)
    order.sort(key=lambda player: -points[player])
    bye = None
    if len(order) % 2:
        bye = next((player for player in reversed(order) if player not in byes), order[-1])
        order.remove(bye)
    tries = iter(range(TRIES))
    return Round(_paired(order, met, tries) or _in_order(order), bye)


def _paired(order: list[int], met: Collection[frozenset[int]], tries: Iterator[int]) -> list[Pairing] | None:
    """The first with the next whom he has not met, and so on with those left; None if that cannot be or takes too long."""
    found, stack = list[Pairing](), [(order, 1)]
    while stack:
        left, at = stack.pop()
        if not left:
            return found
        while at < len(left) and frozenset((left[0], left[at])) in met:
            at += 1
        if next(tries, None) is None:
            return None
        if at < len(left):
            stack += [(left, at + 1), (left[1:at] + left[at + 1 :], 1)]
            found = [*found[: len(stack) - 2], (left[0], left[at])]
    return None


def _in_order(order: list[int]) -> list[Pairing]:
    return list(zip(order[::2], order[1::2], strict=True))
