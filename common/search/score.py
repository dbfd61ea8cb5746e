"""Scores of all games in one type: the value in the game's own unit, and the expected score.

The expected score is 100 * (P(win) - P(loss)), from -100 to +100, by a curve fitted to games: a side that
wins three of four such games has +50, its opponent -50. Only proven results have +100 and -100.
"""

from __future__ import annotations

from collections.abc import Callable
from math import tanh
from typing import NamedTuple

PROVEN = 100  # the expected score of a proven win
MAX_UNPROVEN = 99  # the largest expected score without a proof


class Outlook(NamedTuple):
    """What `side` is expected to make until the end, in a game whose chances to win say little.

    It has made `made` of the `unit` so far, and is expected to make `more`.
    """

    side: str
    unit: str
    made: float
    more: float
    words: str

    def fall_to(self, after: Outlook, side: str) -> float:
        """Return by how much the outlook falls for a side, counting what was made in between."""
        fall = self.made + self.more - after.made - after.more
        return fall if side == self.side else -fall


class Curve(NamedTuple):
    """A logistic curve from scores to win probabilities.

    The log odds that a side wins are `start` at score 0, and grow by `slope` per unit of its score. Proven
    margins that differ by `clear_margin` units or more differ clearly. Where chances to win say little,
    `outlook` returns what a side is expected to make, from the first side's score, or from the plies to the
    end if they are proven.
    """

    slope: float = 1.0
    start: float = 0.0
    clear_margin: float = 1.0
    outlook: Callable[[float, int | None], Outlook] | None = None

    @property
    def for_other_side(self) -> Curve:
        """The same curve for the other side."""
        return self._replace(start=-self.start)

    def rescaled(self, times: float) -> Curve:
        """Return the curve for scores that are `times` as large, in a smaller unit."""
        return self._replace(slope=self.slope / times, clear_margin=self.clear_margin * times)

    def expected(self, value: float) -> int:
        """Return the expected score of an unproven value, from -MAX_UNPROVEN to +MAX_UNPROVEN."""
        return round(MAX_UNPROVEN * tanh((self.slope * value + self.start) / 2))


class Score(NamedTuple):
    """The score of a side: `value` in the game's unit (None if unknown) and the same in `words`.

    It is proven, an estimate, or known within `bounds`. `curve` is the side's curve. A score may have been
    found `moves_later` moves later in the game. Scores of some games have an `outlook`.
    """

    side: str
    value: float | None
    words: str
    curve: Curve
    proven: bool = False
    moves_later: int = 0
    bounds: str = ""
    outlook: Outlook | None = None

    @property
    def sign(self) -> int:
        """1 for a win or a lead, -1 for a loss or a deficit, else 0."""
        return sign_of(self.value or 0.0)

    @property
    def expected(self) -> int | None:
        """The expected score, from -100 to +100, or None if the value is unknown."""
        if self.value is None:
            return None
        return PROVEN * self.sign if self.proven else self.curve.expected(self.value)

    @property
    def text(self) -> str:
        """The score for people: the proven result, or the expected score and the words in the game's unit.

        Only the words if the value is unknown.
        """
        if self.expected is None:
            return self.words
        words = self.words
        if not self.outlook and sign_of(self.expected) != self.sign:
            words = self._qualified(words)
        if self.moves_later:
            words = (
                f"{words}, found {self.moves_later} move later"
                if self.moves_later == 1
                else f"{words}, found {self.moves_later} moves later"
            )
        if self.proven:
            return f"{words}, proven"
        return f"{self.expected:+} for {self.side} ({words})"

    @property
    def outlook_fact(self) -> dict[str, float]:
        """The estimated outlook for programs, by its unit; empty without one."""
        return {self.outlook.unit: round(self.outlook.more, 1)} if self.outlook and not self.proven else {}

    @property
    def outlook_of_loser(self) -> Outlook | None:
        """The outlook if its side is expected to lose: then only how long it lasts is left to judge."""
        if self.outlook is None or not self.expected:
            return None
        is_behind = (self.expected < 0) == (self.side == self.outlook.side)
        return self.outlook if is_behind else None

    def _qualified(self, words: str) -> str:
        """Return words about a lead, followed by whom the expected score favours.

        A curve that starts above or below 0 may favour the side behind.
        """
        if not self.expected:
            return f"{words}, but the chances are even"
        if self.expected > 0:
            return f"{words}, but {self.side} has the better chances"
        return f"{words}, but {self.side} has the worse chances"

    def for_side(self, side: str) -> Score:
        """Return the same score from the point of view of a side. The words stay the same."""
        if side == self.side:
            return self
        value = None if self.value is None else 0.0 - self.value
        return self._replace(side=side, value=value, curve=self.curve.for_other_side)


def sign_of(value: float) -> int:
    """Return 1, 0 or -1: the sign of a number."""
    return (value > 0) - (value < 0)


Scorer = Callable[..., Score]  # makes scores of one game, as `Search.score` does
