"""Scores in one way for every game: the expected result of a side, from -100 to +100, by a curve fitted to games.

In its own unit a score says by how much a side is ahead; here what that is worth. A side that wins three of four such games
stands at +50, for the other that is -50. +100 and -100 are for what is proven, and for nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from math import tanh
from typing import NamedTuple

Expected = Callable[
    [float, str, bool], int
]  # what points are worth to the side that has them, and whether they are proven
PROVEN = 100  # what a proven win counts
LIKELY = 99  # the most of everything that is not proven


class Curve(NamedTuple):
    """The odds, as logarithms, that the first side wins: `slope` for each unit of its score, `start` where that is 0."""

    slope: float = 1.0
    start: float = 0.0

    def stretched(self, times: float) -> Curve:
        """The curve where so many times the score is worth the same."""
        return Curve(self.slope / times, self.start)

    def expected(self, score: float, first: bool) -> int:
        """What a score that is not proven is worth to the side that has it; `first` says whether that is the first side."""
        sign = 1 if first else -1
        return round(LIKELY * tanh((self.slope * score + sign * self.start) / 2))


def proven_result(score: float) -> int:
    """What a proven score is worth to the side that has it."""
    return (score > 0) * PROVEN - (score < 0) * PROVEN


def told(expected: int, side: str, words: str, proven: bool) -> str:
    """A score in words: who wins, if that is proven; else what a side may expect, beside the words in the game's own unit."""
    return f"{words}, proven" if proven else f"{expected:+} for {side} ({words})"
