"""What a move of a saved game did: whether it threw the game away, turned it, or was worse than another one.

A move throws the game away if it is proven of the positions before and after it who wins, and that is not the same side (or
nobody any more): nothing else is called that. It turns the game if the player who moved stood better by the engine's
expectation, at AHEAD or at even, and does so no more; where a win was proven before, only a proof says that it is gone.
"""

from __future__ import annotations

from typing import NamedTuple

from common.search.results import Insight
from common.search.win_probability import Expected, proven_result, told

AHEAD = 20  # expected result from which on a side is ahead
MUCH = 20  # loss of expected result that makes a move a turning point


class Scale(NamedTuple):
    """How moves are judged: what points of a side are worth (`Game.expected`), how many points lost are a mistake."""

    expected: Expected
    slip: float = 1.0

    def of(self, insight: Insight, side: str) -> int | None:
        """What a side may expect, from -100 to +100; None where nothing is known."""
        score = insight.score_for(side)
        return None if score is None else self.expected(score, side, insight.proven)

    def told(self, insight: Insight, side: str) -> str:
        """The same in words."""
        later = f", seen {insight.later} move{'s' * (insight.later > 1)} later" if insight.later else ""
        expected = self.of(insight, side)
        return (
            insight.words if expected is None else told(expected, side, insight.words + later, insight.proven)
        )

    def rise(self, before: Insight, after: Insight) -> int:
        """By how much more the side to move may expect after a move than was known before; 0 where one is unknown."""
        had, has = self.of(before, before.side), self.of(after, before.side)
        return 0 if had is None or has is None else has - had


class Ply(NamedTuple):
    """A move of a saved game, with what is known before and after it."""

    number: int
    side: str
    move: str
    before: Insight
    after: Insight

    @property
    def thrown_away(self) -> bool:
        """True if the player who moved had more than he has now, both proven."""
        if not (self.before.proven and self.after.proven):
            return False
        had, has = (proven_result(insight.score_for(self.side) or 0) for insight in (self.before, self.after))
        return has < had

    def turns(self, scale: Scale) -> bool:
        """True if the player who moved stood better, as far as was expected."""
        had, has = scale.of(self.before, self.side), scale.of(self.after, self.side)
        if had is None or has is None or self.before.proven:
            return False
        return _standing(has) < _standing(had) and has <= had - MUCH

    def better(self, scale: Scale) -> str | None:
        """The best move where the one played was clearly worse."""
        best, after = self.before.line[:1], self.after.score_for(self.side)
        if best in ((), (self.move,)) or self.before.score is None or after is None:
            return None
        worse = self.before.score - after >= scale.slip and self.before.proven <= self.after.proven
        return best[0] if worse or self.thrown_away or self.turns(scale) else None

    def known(self, scale: Scale, first: str) -> str:
        """What is known after the move, for the `first` side; what the move did; the better one if there was."""
        thrown, better = "; throws the game away" if self.thrown_away else "", self.better(scale)
        return f"{scale.told(self.after, first)}{thrown}{f'; better {better}' if better else ''}"

    def turning(self, scale: Scale) -> str | None:
        """A sentence where the move threw the game away, or turned it."""
        what = f"Move {self.number}, {self.side} {self.move}, "
        if self.thrown_away:
            return (
                f"{what}throws the game away: before it {self.before.words}, after it "
                f"{self.after.words}, both proven."
            )
        if self.turns(scale):
            before, after = (scale.told(insight, self.side) for insight in (self.before, self.after))
            return f"{what}turns the game, as the engine sees it: before it {before}, after it {after}."
        return None


def _standing(expected: int) -> int:
    return (expected >= AHEAD) - (expected <= -AHEAD)


def lifted(before: Insight, move: str, after: Insight, scale: Scale) -> Insight:
    """A position is worth at least as much as after the move that was played there, where more came to light only later."""
    value = after.score_for(before.side)
    if value is None or (before.proven and not after.proven):
        return before
    if before.score is not None and scale.rise(before, after) < MUCH:
        longer = after.proven and value - before.score >= scale.slip  # the same winner, by more
        if not longer and not (after.proven and value > 0 and not before.proven):
            return before
    proven = after.proven and (value > 0 or before.proven)
    return Insight(
        before.side, (move, *after.line), value, after.words, after.depth + 1, proven, after.later + 1
    )


def implied(before: Insight, after: Insight, other: str, win: float) -> Insight:
    """Where it is proven that the side to move has lost, the `other` has won whatever was played; `win` is what that is worth."""
    if after.proven or not before.proven or (before.score or 0) >= 0:
        return after
    score = win if after.side == other else -win
    return Insight(after.side, (), score, f"{other} wins", 0, True)
