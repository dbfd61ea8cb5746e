"""The coach: after a human's move it says what the move lost and which was better."""

from __future__ import annotations

from typing import Any, Generic

from common.play.dialogue import Adviser
from common.play.game import Game
from common.play.labels import loses_result, move_label
from common.play.players import PlayerSettings
from common.rules.errors import BadInput
from common.rules.position import Outcome, P
from common.search.score import Score

RESULT_NAMES = {1: "the win", 0: "the draw"}


class Coach(Generic[P]):
    """Compares a human's move with the best one.

    It asks an adviser three times, each time with a third of the limit.
    """

    def __init__(self, game: Game[P, Any], settings: PlayerSettings) -> None:
        self._game, self._adviser = game, Adviser(game, settings, 1 / 3)

    def remark(self, before: P, move: Any) -> str:
        """Return a line if the move, made in `before`, lost something, else nothing.

        Return nothing if the limit is too short, too.
        """
        try:
            return self._compared(before, move)
        except BadInput:
            return ""

    def _compared(self, before: P, move: Any) -> str:
        line = self._adviser.insight(before).line if len(before.moves()) > 1 else ()
        if not line or line[0] == before.text(move):
            return ""
        best, best_text = self._score_of(before.play(before.read_move(line[0])), before.turn)
        made, made_text = self._score_of(before.play(move), before.turn)
        if (label := move_label(best, made)) is None:
            return ""
        phrase = label.phrase
        if loses_result(best, made):
            phrase = f"{phrase} and gives away {RESULT_NAMES[best.sign]}"
        return f"Coach: {before.text(move)} is {phrase}. Better: {line[0]}, {best_text}. Now: {made_text}."

    def _score_of(self, position: P, side: str) -> tuple[Score, str]:
        """Return the score of a position for a side, and its text: for a finished game only the winner."""
        if outcome := position.outcome():
            words = f"{outcome.winner} wins" if outcome.winner else "draw"
            return final_score(self._game, position, outcome, side, words), words
        score = self._adviser.insight(position).score.for_side(side)
        return score, score.text


def final_score(game: Game[P, Any], last: P, outcome: Outcome, side: str, words: str) -> Score:
    """Return the score, in `words`, of a finished game for a side.

    Its value is the margin, or that of a win if there is none. It is negative after a loss and 0 in a draw.
    """
    size = float(outcome.margin or game.search.win_score)
    value = 0.0 if outcome.winner is None else size if outcome.winner == side else -size
    return game.search.with_length(game.search.score(last, side, value, words, True), last, 0)
