"""Playing strength from paired games: Elo with a confidence interval.

The two games of a pair start from the same position with sides changed, so they are not independent.
Therefore pairs are counted. The score of a pair is the first player's part of its points: 0, 1/4, 1/2, 3/4 or
1 (pentanomial).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, inf, isfinite, log10, sqrt
from typing import NamedTuple

NORMAL_95 = 1.96
RULE_OF_THREE = 3.0  # rule of three: an event unseen in n trials has probability below 3/n (95 % confidence)


class Elo(NamedTuple):
    """An Elo difference with the ends of its 95 % confidence interval; infinite if no bound exists."""

    estimate: float
    low: float
    high: float

    def finite(self) -> list[float | None]:
        """Return the three values for JSON, with None for infinity."""
        return [value if isfinite(value) else None for value in self]


def elo_from_score(score: float) -> float:
    """Return the Elo difference for a fraction of the points (0 to 1), infinite at 0 and 1."""
    if not 0 < score < 1:
        return inf if score >= 1 else -inf
    return -400 * log10(1 / score - 1)


def mean_and_variance(scores: Sequence[float]) -> tuple[float, float]:
    """Return the mean of pair scores, of which there is at least one, and their sample variance.

    The variance of a single score is 0.
    """
    mean = sum(scores) / len(scores)
    return mean, sum((score - mean) ** 2 for score in scores) / max(len(scores) - 1, 1)


def estimate_elo(scores: Sequence[float]) -> Elo:
    """Estimate Elo from pair scores between 0 and 1, of which there is at least one."""
    mean, variance = mean_and_variance(scores)
    error = NORMAL_95 * sqrt(variance / len(scores))
    if mean in (0, 1):
        error = RULE_OF_THREE / len(scores)
    return Elo(elo_from_score(mean), elo_from_score(mean - error), elo_from_score(mean + error))


def is_significant(wins: int, losses: int, alpha: float = 0.05) -> bool:
    """Return True if wins and losses differ significantly.

    Two-sided sign test: equally strong players differ so much with probability `alpha` at most.
    """
    played, fewer = wins + losses, min(wins, losses)
    return bool(2 * sum(comb(played, count) for count in range(fewer + 1)) <= alpha * 2**played)


def format_elo(found: Elo) -> str:
    """Format Elo with its confidence interval, or with its only finite end."""
    low, high = f"{found.low:+.0f}", f"{found.high:+.0f}"
    if isfinite(found.low) and isfinite(found.high):
        return f"Elo {found.estimate:+.0f} [{low}, {high}]"
    if found.low >= 0:
        return f"Elo above {low}"
    return f"Elo below {high}" if found.high <= 0 else "Elo: too few games"
