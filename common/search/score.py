"""Scores of every game in one type: the value in the game's own unit, and the expected score by a curve fitted to games.

The expected score runs from -100 to +100: a side that wins three of four such games stands at +50, the other at -50.
+100 and -100 are for what is proven, and for nothing else.
"""

from __future__ import annotations

from math import tanh
from typing import Any, NamedTuple, Protocol

from common.messages import _, ngettext

PROVEN = 100  # the expected score of a proven win
LIKELY = 99  # the largest one of all that is not proven


class Curve(NamedTuple):
    """The odds, as logarithms, that a side wins: `slope` for each unit of its score, `start` where that is 0.

    A mistake loses a `slip` or more.
    """

    slope: float = 1.0
    start: float = 0.0
    slip: float = 1.0

    @property
    def of_other(self) -> Curve:
        """The same curve for the other side."""
        return self._replace(start=-self.start)

    def stretched(self, times: float) -> Curve:
        """Return the curve where so many times the score is worth the same."""
        return Curve(self.slope / times, self.start, self.slip * times)

    def expected(self, value: float) -> int:
        """Return the expected score of a value that is not proven."""
        return round(LIKELY * tanh((self.slope * value + self.start) / 2))


class Score(NamedTuple):
    """A score of a side: `value` in the game's unit, None if unknown, and the same in `words`; proven, or known within `bounds`.

    `curve` is that of the side. A score may have been seen some moves `later`, in the course of a game.
    """

    side: str
    value: float | None
    words: str
    curve: Curve
    proven: bool = False
    later: int = 0
    bounds: str = ""

    @property
    def sign(self) -> int:
        """1 of a win or a lead, -1 of a loss or a deficit, else 0."""
        value = self.value or 0.0
        return (value > 0) - (value < 0)

    @property
    def expected(self) -> int | None:
        """The expected score, from -100 to +100; None if the value is unknown."""
        if self.value is None:
            return None
        return PROVEN * self.sign if self.proven else self.curve.expected(self.value)

    @property
    def text(self) -> str:
        """The score for people: the proven result, else the expected score beside the words in the game's unit."""
        if self.expected is None:
            return self.words
        words = _(self.words)
        if self.later:
            words = ngettext(
                "{words}, found {count} move later",
                "{words}, found {count} moves later",
                self.later,
                words=words,
            )
        if self.proven:
            return _("{words}, proven", words=words)
        return _("{expected:+} for {side} ({words})", expected=self.expected, side=_(self.side), words=words)

    def for_side(self, side: str) -> Score:
        """Return the same score as a side sees it."""
        if side == self.side:
            return self
        value = None if self.value is None else 0.0 - self.value
        return self._replace(side=side, value=value, curve=self.curve.of_other)


class Scorer(Protocol):
    """A function that makes scores of one game, such as `Search.score`."""

    def __call__(self, start: Any, side: str, value: float | None, words: str, proven: bool = False) -> Score:
        """Return a score of a side in a game from a start."""
