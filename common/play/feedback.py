"""What a person's move gave away, told after it: what would have been better, and whether that is proven."""

from __future__ import annotations

from typing import Any, Generic

from common.messages import _
from common.play.dialogue import Adviser
from common.play.game import Game
from common.play.players import PlayerSettings
from common.rules.errors import BadInput
from common.rules.position import Outcome, P
from common.search.score import Score

HAD = {1: _("the win"), 0: _("the draw")}


class Coach(Generic[P]):
    """Looks at a move and at the best one as far as an adviser sees, who is asked three times."""

    def __init__(self, game: Game[P, Any], settings: PlayerSettings) -> None:
        self._game, self._adviser = game, Adviser(game, settings, 1 / 3)

    def remark(self, before: P, move: Any) -> str:
        """A line if a move gave something away, else nothing; nothing, too, where the limit is too short to say so."""
        try:
            return self._compared(before, move)
        except BadInput:
            return ""

    def _compared(self, before: P, move: Any) -> str:
        line = self._adviser.judge(before).line if len(before.moves()) > 1 else ()
        if not line or line[0] == before.text(move):
            return ""
        best, best_text = self._seen(before.play(before.read_move(line[0])), before.turn)
        made, made_text = self._seen(before.play(move), before.turn)
        if (gone := self._gone(best, made, self._game.search.curve(before).slip)) is None:
            return ""
        sure = _("proven") if best.proven and made.proven else _("not proven")
        return _(
            "Coach: {move} gives away {gone} ({sure}). Better: {best}, {better}. Now: {now}.",
            move=before.text(move),
            gone=gone,
            sure=sure,
            best=line[0],
            better=best_text,
            now=made_text,
        )

    def _gone(self, best: Score, made: Score, slip: float) -> str | None:
        """Return what was given away: a result where both are proven, else so much that it counts."""
        if best.value is None or made.value is None:
            return None
        if best.proven and made.proven and best.sign > made.sign:
            return HAD[best.sign]
        return _("part of the score") if best.value - made.value >= slip else None

    def _seen(self, position: P, side: str) -> tuple[Score, str]:
        """Return the score of a position for a side, and its text; of a finished game that only says who won."""
        if outcome := position.outcome():
            words = _("{side} wins", side=_(outcome.winner)) if outcome.winner else _("draw")
            return final_score(self._game, position, outcome, side, words), words
        score = self._adviser.judge(position).score.for_side(side)
        return score, score.text


def final_score(game: Game[P, Any], last: P, outcome: Outcome, side: str, words: str) -> Score:
    """Return the score of a finished game, by its margin or else by what a win counts."""
    size = float(outcome.margin or game.search.win)
    value = 0.0 if outcome.winner is None else size if outcome.winner == side else -size
    return game.search.score(last, side, value, words, True)
