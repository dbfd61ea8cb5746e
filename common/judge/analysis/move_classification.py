"""What a move of a saved game did: whether it threw the game away, turned it, or was worse than another one.

A move throws the game away if it is proven of the positions before and after it who wins, and that is not the same side (or
nobody any more): nothing else is called that. It turns the game if the player who moved stood better by the engine's
expectation, at AHEAD or at even, and does so no more; where a win was proven before, only a proof says that it is gone.
"""

from __future__ import annotations

from typing import NamedTuple

from common.messages import _
from common.search.results import Insight
from common.search.score import Score

AHEAD = 20  # expected result from which on a side is ahead
MUCH = 20  # loss of expected result that makes a move a turning point


class Ply(NamedTuple):
    """A move of a saved game, with what is known before and after it."""

    number: int
    side: str
    move: str
    before: Insight
    after: Insight
    slip: float = 1.0  # points that a mistake loses

    @property
    def thrown_away(self) -> bool:
        """True if the player who moved had more than he has now, both proven."""
        had, has = self._scores
        return had.proven and has.proven and has.sign < had.sign

    @property
    def turns(self) -> bool:
        """True if the player who moved stood better, as far as was expected."""
        had, has = self._scores
        if had.expected is None or has.expected is None or had.proven:
            return False
        return _standing(has.expected) < _standing(had.expected) and has.expected <= had.expected - MUCH

    @property
    def _scores(self) -> tuple[Score, Score]:
        """The scores before and after the move for the player who moved."""
        return self.before.score.for_side(self.side), self.after.score.for_side(self.side)

    @property
    def better(self) -> str | None:
        """The best move where the one played was clearly worse."""
        best, (had, has) = self.before.line[:1], self._scores
        if best in ((), (self.move,)) or had.value is None or has.value is None:
            return None
        worse = had.value - has.value >= self.slip and had.proven <= has.proven
        return best[0] if worse or self.thrown_away or self.turns else None

    def known(self, first: str) -> str:
        """Return the score after the move, for the `first` side; what the move did; the better one if there was."""
        known, better = _(self.after.score.for_side(first).text), self.better
        if self.thrown_away:
            known = _("{score}; blunder", score=known)
        return _("{score}; better {move}", score=known, move=better) if better else known

    @property
    def turning(self) -> str | None:
        """A sentence where the move threw the game away, or turned it."""
        had, has = self._scores
        move: dict[str, object] = {"number": self.number, "side": _(self.side), "move": self.move}
        if self.thrown_away:
            return _(
                "Move {number}, {side} {move}, is a blunder: {before} before it, {after} after it "
                "(both proven).",
                **move,
                before=had.words,
                after=has.words,
            )
        if self.turns:
            return _(
                "Move {number}, {side} {move}, is a turning point by the engine's estimate: {before} "
                "before it, {after} after it.",
                **move,
                before=had.text,
                after=has.text,
            )
        return None


def _standing(expected: int) -> int:
    return (expected >= AHEAD) - (expected <= -AHEAD)


def lifted(before: Insight, move: str, after: Insight, slip: float) -> Insight:
    """Return a position's result, at least that of the move played there, where more came to light only later."""
    had, has = before.score, after.score.for_side(before.score.side)
    if has.value is None or (had.proven and not has.proven):
        return before
    if had.value is not None and _rise(had, has) < MUCH:
        longer = has.proven and has.value - had.value >= slip  # the same winner, by more
        if not longer and not (has.proven and has.value > 0 and not had.proven):
            return before
    proven = has.proven and (has.value > 0 or had.proven)
    score = has._replace(proven=proven, later=has.later + 1)
    return Insight(score, (move, *after.line), after.depth + 1)


def _rise(had: Score, has: Score) -> int:
    """Return by how much the expected score has risen; 0 where one is unknown."""
    return 0 if had.expected is None or has.expected is None else has.expected - had.expected


def implied(before: Insight, after: Insight, other: str, win: float) -> Insight:
    """Return a win of the `other` side, which is worth `win`, where it is proven that the side to move had lost."""
    score = after.score
    if score.proven or not before.score.proven or before.score.sign >= 0:
        return after
    value = win if score.side == other else -win
    return Insight(
        score._replace(value=value, words=_("{side} wins", side=_(other)), proven=True, later=0), (), 0
    )
