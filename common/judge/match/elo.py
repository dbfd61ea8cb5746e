"""Strength out of paired games: Elo with its interval, and a sequential test.

The two games of a pair, one start with sides changed, depend on each other, so the pair is what is
counted: its score is the first player's share of both games, 0, 1/4, 1/2, 3/4 or 1 (pentanomial).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, inf, isfinite, log, log10, sqrt
from typing import NamedTuple

NORMAL_95 = 1.96
NOTHING_SEEN = 3.0  # in n pairs: what never happened is rarer than 3 in n, with 95 % certainty


class Elo(NamedTuple):
    """A difference in strength, and the ends of its 95 % interval."""

    middle: float
    low: float
    high: float

    def finite(self) -> list[float | None]:
        """The three for JSON, which knows no infinity."""
        return [value if isfinite(value) else None for value in self]


def elo(share: float) -> float:
    """The difference in strength that yields a share of the points."""
    if not 0 < share < 1:
        return inf if share >= 1 else -inf
    return -400 * log10(1 / share - 1)


def share_of(difference: float) -> float:
    """The inverse of `elo`."""
    return float(1 / (1 + 10 ** (-difference / 400)))


def mean_and_variance(scores: Sequence[float]) -> tuple[float, float]:
    """Of the scores of pairs; the variance of one pair."""
    mean = sum(scores) / len(scores)
    return mean, sum((score - mean) ** 2 for score in scores) / max(len(scores) - 1, 1)


def strength(scores: Sequence[float]) -> Elo:
    """Elo out of the scores of pairs, 1 a pair won twice."""
    mean, variance = mean_and_variance(scores)
    error = NORMAL_95 * sqrt(variance / len(scores))
    if mean in (0, 1):
        error = NOTHING_SEEN / len(scores)
    return Elo(elo(mean), elo(mean - error), elo(mean + error))


def is_clear(wins: int, losses: int, error: float = 0.05) -> bool:
    """True if players of equal strength would differ by so much, either way, in a share `error` of matches at most."""
    played, fewer = wins + losses, min(wins, losses)
    return bool(2 * sum(comb(played, count) for count in range(fewer + 1)) <= error * 2**played)


class Sequential(NamedTuple):
    """The log-likelihood ratio of "stronger by `most`" against "by `least`" (Elo), and the bound that decides either way."""

    ratio: float
    bound: float

    @property
    def verdict(self) -> bool | None:
        """True: stronger; False: not; None: play on."""
        return self.ratio > 0 if abs(self.ratio) >= self.bound else None


def sequential(scores: Sequence[float], least: float, most: float, error: float = 0.05) -> Sequential:
    """Wald's test (1945) on the mean score of pairs, taken as normal; wrong in a share `error` of matches, either way."""
    mean, variance = mean_and_variance(scores)
    low, high = share_of(least), share_of(most)
    floor = 0.25 / len(scores)  # a few pairs that happen to be alike prove nothing
    ratio = len(scores) * (high - low) * (2 * mean - low - high) / (2 * max(variance, floor))
    return Sequential(ratio, log((1 - error) / error))
