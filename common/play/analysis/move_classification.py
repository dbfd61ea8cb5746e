"""The moves of a saved game, labelled by the scores before and after them (common/play/labels.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from common.play.labels import BLUNDER, MISTAKE, Label, loses_result, move_label, turns_game
from common.search.results import Insight
from common.search.score import Score


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
    clear_margin: float = 1.0  # units by which proven margins differ clearly

    @property
    def label(self) -> Label | None:
        """The label of the move, None if it lost little or a score is unknown."""
        return move_label(*self._scores)

    @property
    def is_blunder(self) -> bool:
        """True if the move is a blunder, proven or by estimate."""
        return self.label is BLUNDER

    @property
    def loses_result(self) -> bool:
        """True if the move changed the result for the worse, both results being proven."""
        return loses_result(*self._scores)

    @property
    def _scores(self) -> tuple[Score, Score]:
        """The mover's scores before and after the move."""
        return self.before.score.for_side(self.side), self.after.score.for_side(self.side)

    @property
    def expected(self) -> tuple[int, int]:
        """The mover's expected scores before and after the move, 0 where unknown."""
        had, has = self._scores
        return had.expected or 0, has.expected or 0

    @property
    def better_move(self) -> str | None:
        """The best move if the one played has a label or a clearly smaller proven margin; else None."""
        best, (had, has) = self.before.line[:1], self._scores
        if best in ((), (self.move,)) or had.value is None or has.value is None:
            return None
        is_less = had.proven and has.proven and had.value - has.value >= self.clear_margin
        return best[0] if self.label or is_less else None

    def summary(self, first: str) -> str:
        """Return the score after the move for the `first` side, with its label and a better move noted."""
        known, better = self.after.score.for_side(first).text, self.better_move
        if self.label:
            known = f"{known}; {self.label.name}"
        return f"{known}; better {better}" if better else known

    @property
    def comment(self) -> str | None:
        """A sentence about a blunder or a mistake; None for any other move."""
        if self.label not in (BLUNDER, MISTAKE):
            return None
        had, has = self._scores
        label = self.label.phrase
        if turns_game(had, has):
            label = f"{label} and turns the game"
        move = f"Move {self.number}, {self.side} {self.move},"
        if self.loses_result:
            return f"{move} is {label}: {had.words} before it, {has.words} after it (both proven)."
        return f"{move} is {label}: {had.text} before it, {has.text} after it."


def turning_move(moves: Sequence[AnalysedMove], loser: str) -> AnalysedMove | None:
    """Return the move with which a side lost its game; None if no single move did.

    It is the last one that leaves the side behind though it was not before. A side that was behind from the
    start has lost by its largest fall that has a label.
    """
    own = [move for move in moves if move.side == loser and move.label]
    if turns := [move for move in own if move.expected[0] >= 0 > move.expected[1]]:
        return turns[-1]
    return max(own, key=lambda move: move.expected[0] - move.expected[1], default=None)


def with_played_move(before: Insight, move: str, after: Insight, clear_margin: float) -> Insight:
    """Return the analysis before a move, or that of the move played if it proves or scores clearly more.

    `before` and `after` are the analyses before and after `move`. The result is for the side that moved. A
    win whose margin grows by `clear_margin` points also counts as more if it is proven. A search one move
    later may find what the search of this position missed.
    """
    had, has = before.score, after.score.for_side(before.score.side)
    if has.value is None or (had.proven and not has.proven):
        return before
    if had.value is not None and _rise(had, has) < MISTAKE.expected_fall:
        # The winner is the same, the margin larger.
        longer = has.proven and has.value - had.value >= clear_margin
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
    words = f"{other} wins"
    score = score._replace(value=value, words=words, proven=True, moves_later=0, outlook=None)
    return Insight(score, (), 0)
