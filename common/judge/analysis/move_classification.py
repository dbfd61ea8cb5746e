"""Classification of the moves of a saved game: blunder, mistake, or worse than the best move.

A move is a blunder only if the results before and after it are proven and the result changed for the worse:
from a win to a draw or loss, or from a draw to a loss.

A move is a mistake if the mover loses `MISTAKE` or more of the expected score, and also the standing. A
standing is ahead, level or behind. After a proven win only a proof shows that the win is gone.
"""

from __future__ import annotations

from typing import NamedTuple

from common.messages import _
from common.search.results import Insight
from common.search.score import Score

AHEAD = 20  # expected score (-100 to +100) from which a side counts as ahead
MISTAKE = 20  # fall of the expected score


class AnalysedMove(NamedTuple):
    """A move of a saved game with the analysis of the positions before and after it.

    `number` counts from 1, `side` is the side that moved, `move` its move as text. The score of each analysis
    is for the side to move there.
    """

    number: int
    side: str
    move: str
    before: Insight
    after: Insight
    clear_loss: float = 1.0  # points that a move must lose to be clearly worse

    @property
    def is_blunder(self) -> bool:
        """True if the move changed the result for the worse, both results being proven."""
        had, has = self._scores
        return had.proven and has.proven and has.sign < had.sign

    @property
    def is_mistake(self) -> bool:
        """True if the mover's expected score fell by `MISTAKE` or more, and also the standing.

        The standing is ahead, level or behind. False if the score before the move is proven.
        """
        had, has = self._scores
        if had.expected is None or has.expected is None or had.proven:
            return False
        return _standing(has.expected) < _standing(had.expected) and has.expected <= had.expected - MISTAKE

    @property
    def _scores(self) -> tuple[Score, Score]:
        """The mover's scores before and after the move."""
        return self.before.score.for_side(self.side), self.after.score.for_side(self.side)

    @property
    def better_move(self) -> str | None:
        """The best move if the one played was clearly worse, a blunder or a mistake; else None.

        Also None if a score is unknown. Clearly worse means that it lost `clear_loss` points or more, and not
        only because a proven score became an estimate.
        """
        best, (had, has) = self.before.line[:1], self._scores
        if best in ((), (self.move,)) or had.value is None or has.value is None:
            return None
        worse = had.value - has.value >= self.clear_loss and had.proven <= has.proven
        return best[0] if worse or self.is_blunder or self.is_mistake else None

    def summary(self, first: str) -> str:
        """Return the score after the move for the `first` side, with a blunder and a better move noted."""
        known, better = _(self.after.score.for_side(first).text), self.better_move
        if self.is_blunder:
            known = _("{score}; blunder", score=known)
        return _("{score}; better {move}", score=known, move=better) if better else known

    @property
    def comment(self) -> str | None:
        """A sentence about a blunder, or else about a mistake; None for any other move."""
        had, has = self._scores
        move: dict[str, object] = {"number": self.number, "side": _(self.side), "move": self.move}
        if self.is_blunder:
            return _(
                "Move {number}, {side} {move}, is a blunder: {before} before it, {after} after it "
                "(both proven).",
                **move,
                before=had.words,
                after=has.words,
            )
        if self.is_mistake:
            return _(
                "Move {number}, {side} {move}, is a turning point by the engine's estimate: {before} "
                "before it, {after} after it.",
                **move,
                before=had.text,
                after=has.text,
            )
        return None


def _standing(expected: int) -> int:
    """Return 1 if an expected score means ahead, -1 behind, 0 level."""
    return (expected >= AHEAD) - (expected <= -AHEAD)


def with_played_move(before: Insight, move: str, after: Insight, clear_loss: float) -> Insight:
    """Return the analysis before a move, or that of the move played if it proves or scores clearly more.

    `before` and `after` are the analyses before and after `move`. The result is for the side that moved. A
    win whose margin grows by `clear_loss` points also counts as more if it is proven. A search one move later
    may find what the search of this position missed.
    """
    had, has = before.score, after.score.for_side(before.score.side)
    if has.value is None or (had.proven and not has.proven):
        return before
    if had.value is not None and _rise(had, has) < MISTAKE:
        # The winner is the same, the margin larger.
        longer = has.proven and has.value - had.value >= clear_loss
        if not longer and not (has.proven and has.value > 0 and not had.proven):
            return before
    proven = has.proven and (has.value > 0 or had.proven)
    score = has._replace(proven=proven, moves_later=has.moves_later + 1)
    return Insight(score, (move, *after.line), after.depth + 1)


def _rise(had: Score, has: Score) -> int:
    """Return by how much the expected score rises; 0 if either is unknown."""
    return 0 if had.expected is None or has.expected is None else has.expected - had.expected


def with_implied_win(before: Insight, after: Insight, other: str, win: float) -> Insight:
    """Return the analysis after a move, completed by a win (score `win`) if the mover had provably lost.

    If the side to move before was proven lost, its opponent `other` wins whatever was found afterwards.
    """
    score = after.score
    if score.proven or not before.score.proven or before.score.sign >= 0:
        return after
    value = win if score.side == other else -win
    return Insight(
        score._replace(value=value, words=_("{side} wins", side=_(other)), proven=True, moves_later=0), (), 0
    )
