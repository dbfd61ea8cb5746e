"""What a person's move gave away, told after it: what would have been better, and whether that is proven."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple

from common.play.dialogue import Adviser
from common.play.game import Game
from common.play.players import PlayerSettings
from common.rules.errors import BadInput
from common.rules.position import P

HAD = {1: "the win", 0: "the draw"}


class Worth(NamedTuple):
    """What a position is worth to a side, in points, None where that is unknown; in words; whether it is proven."""

    score: float | None
    words: str
    proven: bool

    @property
    def sign(self) -> int:
        """1 of a win, 0 of a draw, -1 of a loss."""
        score = self.score or 0.0
        return (score > 0) - (score < 0)


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
        best = self._worth(before.play(before.read_move(line[0])), before.turn)
        made = self._worth(before.play(move), before.turn)
        if (gone := self._gone(best, made)) is None:
            return ""
        sure = "proven" if best.proven and made.proven else "not proven"
        return (
            f"Coach: {before.text(move)} gave {gone} away, {sure}. Better was {line[0]}: "
            f"{best.words}; now {made.words}."
        )

    def _gone(self, best: Worth, made: Worth) -> str | None:
        """What was given away: a result where both are proven, else so much that it counts."""
        if best.score is None or made.score is None:
            return None
        if best.proven and made.proven and best.sign > made.sign:
            return HAD[best.sign]
        return "something" if best.score - made.score >= self._game.slip else None

    def _worth(self, position: P, side: str) -> Worth:
        """What is known of a position, which may be the last."""
        if outcome := position.outcome():
            size = outcome.margin or self._game.win
            score = 0.0 if outcome.winner is None else float(size if outcome.winner == side else -size)
            return Worth(score, f"{outcome.winner} wins" if outcome.winner else "draw", True)
        found = self._adviser.judge(position)
        return Worth(found.score_for(side), self._adviser.told(found, side), found.proven)
