"""Labels of moves by what they lose: blunder, mistake, inaccuracy. Analysis and coach share them.

A move is a blunder if the proven result changes for the worse. Between estimates the fall of the expected
score decides, or in games with an outlook the fall of that.
"""

from __future__ import annotations

from typing import NamedTuple

from common.search.score import Score, sign_of


class Label(NamedTuple):
    """A label of a move, and the least fall that earns it: of the expected score, or of an outlook."""

    name: str
    phrase: str
    expected_fall: float
    outlook_fall: float


BLUNDER = Label("blunder", "a blunder", 30, 3)
MISTAKE = Label("mistake", "a mistake", 20, 2)
INACCURACY = Label("inaccuracy", "an inaccuracy", 10, 1)
LABELS = BLUNDER, MISTAKE, INACCURACY


def move_label(had: Score, has: Score) -> Label | None:
    """Return the label of a move by its mover's scores before and after it; None if it lost little.

    After a proven win or draw only a proof shows that it is gone. A proof of the winner that the estimate
    named is no fall.
    """
    if had.expected is None or has.expected is None or (had.proven and not has.proven):
        return None
    if loses_result(had, has):
        return BLUNDER
    before, after = had.outlook_of_loser, has.outlook_of_loser
    if before and after:
        return _outlook_label(before.fall_to(after, had.side), had.proven == has.proven)
    if has.proven and has.sign == sign_of(had.expected):
        return None
    fall = had.expected - has.expected
    return next((label for label in LABELS if fall >= label.expected_fall), None)


def _outlook_label(fall: float, is_sharp: bool) -> Label | None:
    """Return the label of a fall of the outlook.

    Between an estimate and a proof it is not sharp: estimates are off by two, so only a blunder counts.
    """
    labels = LABELS if is_sharp else (BLUNDER,)
    return next((label for label in labels if fall >= label.outlook_fall), None)


def loses_result(had: Score, has: Score) -> bool:
    """Return True if both results are proven and the second is worse for the mover."""
    return had.proven and has.proven and has.sign < had.sign


def turns_game(had: Score, has: Score) -> bool:
    """Return True if the leader changes: the mover was expected to win, and now the other side is."""
    return sign_of(had.expected or 0) > 0 > sign_of(has.expected or 0)
