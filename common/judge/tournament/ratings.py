"""Ratings of all players of a tournament, from all their games at once.

One maximum-likelihood fit (Bradley and Terry 1952). The expected fraction of the points is the logistic
function of the difference in strength plus an advantage of the first seat. A draw counts as half a win and
half a loss.

A weak prior keeps the ratings of players finite who won or lost every game. It is one drawn game per player,
spread over the games that it played. Confidence intervals are by bootstrap over pairs, since the two games of
a pair are not independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

PRIOR = 1.0  # fictitious drawn games of each player
SAMPLES = 200  # bootstrap samples
STEPS = 50  # maximum steps of Newton's method
TOLERANCE = 1e-6  # change (natural units) at which it stops
ELO_PER_UNIT = 400 / log(10)  # Elo per natural unit
SEAT_PRIOR = 0.1  # weight, in games, of the prior that the first seat has no advantage


class Result(NamedTuple):
    """The score (0 to 1) of a player against another one.

    `seat` is 1 if the player had the first seat, -1 if the second, 0 if seats do not count.
    """

    player: int
    other: int
    score: float
    seat: int = 1


class Rating(NamedTuple):
    """An Elo rating with the ends of its 95 % confidence interval."""

    elo: float
    low: float
    high: float


class Ratings(NamedTuple):
    """The ratings by player number, and the advantage of the first seat, in Elo.

    None stands for a player that no chain of games connects with the anchor.
    """

    players: list[Rating | None]
    seat_advantage: float


def fit_ratings(count: int, pairs: Sequence[Sequence[Result]], anchor: int, seed: int = 0) -> Ratings:
    """Rate `count` players, numbered from 0, by the results of pairs of games; the anchor has Elo 0.

    A pair holds the results of one or two games between the same players. `seed` is for the bootstrap of the
    confidence intervals.
    """
    import numpy as np

    linked, connected = _connected_results(pairs, anchor)
    if not connected:
        return Ratings([Rating(0, 0, 0) if player == anchor else None for player in range(count)], 0)
    fit = _Fit(count, connected, anchor)
    middle = fit.solve(np.ones(len(connected)))
    chance = np.random.default_rng(seed)
    drawn = (
        np.bincount(chance.integers(len(connected), size=len(connected)), minlength=len(connected))
        for _ in range(SAMPLES)
    )
    samples = np.array([fit.solve(counts.astype(float), middle) for counts in drawn])
    low, high = np.percentile(samples, (2.5, 97.5), axis=0)
    found = [Rating(*(float(ends[player]) for ends in (middle, low, high))) for player in range(count)]
    return Ratings(
        [rating if player in linked else None for player, rating in enumerate(found)], float(middle[count])
    )


def _connected_results(
    pairs: Sequence[Sequence[Result]], anchor: int
) -> tuple[set[int], list[Sequence[Result]]]:
    """Return the players that games connect with the anchor, and the pairs between them."""
    linked = _connected_players(pairs, anchor)
    return linked, [pair for pair in pairs if pair[0].player in linked]


def _connected_players(pairs: Sequence[Sequence[Result]], anchor: int) -> set[int]:
    """Return the players that games connect with the anchor, directly or through others."""
    near: dict[int, set[int]] = {}
    for result in (result for pair in pairs for result in pair):
        near.setdefault(result.player, set()).add(result.other)
        near.setdefault(result.other, set()).add(result.player)
    linked, fringe = {anchor}, [anchor]
    while fringe:
        new = near.get(fringe.pop(), set()) - linked
        linked |= new
        fringe += new
    return linked


class _Fit:
    """The likelihood of ratings, for any weights of the pairs."""

    def __init__(self, count: int, pairs: Sequence[Sequence[Result]], anchor: int) -> None:
        import numpy as np

        results = [(number, result) for number, pair in enumerate(pairs) for result in pair]
        self._pair = np.array([number for number, _ in results])
        self._first, self._second = (np.array([result[side] for _, result in results]) for side in (0, 1))
        self._score = np.array([result.score for _, result in results])
        self._seat = np.array([result.seat for _, result in results], dtype=float)
        games = (
            np.bincount(self._first, minlength=count) + np.bincount(self._second, minlength=count)
        ).astype(float)
        self._prior = PRIOR * (1 / games[self._first] + 1 / games[self._second]) / 2
        self._count = count
        self._free = [player for player in range(count) if player != anchor and games[player]] + [count]

    def solve(self, weights: Numbers, start: Numbers | None = None) -> Numbers:
        """Return the most likely ratings, then the advantage of the first seat, in Elo.

        By Newton's method, from `start` if given.
        """
        import numpy as np

        found = np.zeros(self._count + 1) if start is None else start / ELO_PER_UNIT
        for _ in range(STEPS):
            slope, curve = self._derivatives(found, weights[self._pair])
            step = _solve_positive_definite(curve[np.ix_(self._free, self._free)], slope[self._free])
            found = found.copy()
            found[self._free] += np.clip(step, -2, 2)
            if np.abs(step).max() < TOLERANCE:
                break
        return found * ELO_PER_UNIT

    def _derivatives(self, found: Numbers, weights: Numbers) -> tuple[Numbers, Numbers]:
        """Return the gradient of the log-likelihood and its negative Hessian matrix, in natural units."""
        import numpy as np

        first, second, seat, size = self._first, self._second, self._seat, self._count + 1
        difference = found[first] - found[second]
        expected, even = (1 / (1 + np.exp(-value)) for value in (difference + seat * found[-1], difference))
        pull = weights * (self._score - expected)
        whole = pull + self._prior * (0.5 - even)
        bend, still = weights * expected * (1 - expected), self._prior * even * (1 - even)
        slope: Numbers = (np.bincount(first, whole, size) - np.bincount(second, whole, size)).astype(float)
        slope[-1] = (pull * seat).sum() - SEAT_PRIOR * found[-1]
        across = np.bincount(first * size + second, bend + still, size * size).reshape(size, size)
        across += across.T
        curve: Numbers = (np.diag(across.sum(axis=0)) - across).astype(float)
        curve[-1] = curve[:, -1] = np.bincount(first, bend * seat, size) - np.bincount(
            second, bend * seat, size
        )
        curve[-1, -1] = (bend * seat * seat).sum() + SEAT_PRIOR
        return slope, curve


def _solve_positive_definite(matrix: Numbers, vector: Numbers) -> Numbers:
    """Solve linear equations with a positive definite matrix.

    Elimination in this thread: NumPy's solver starts a thread per core, and these wait for each other if all
    cores are busy.
    """
    import numpy as np

    rows = np.column_stack([matrix, vector])
    for at in range(len(rows)):
        rows[at] /= rows[at, at]
        rows[at + 1 :, at:] -= np.outer(rows[at + 1 :, at], rows[at, at:])
    found = rows[:, -1].copy()
    for at in range(len(rows) - 1, 0, -1):
        found[:at] -= rows[:at, at] * found[at]
    return found
