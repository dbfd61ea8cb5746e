"""The coach: after a person's move it says what the move lost and which was better."""

from __future__ import annotations

from typing import Any

from common.play.game import Game
from common.play.labels import loses_result, move_label
from common.play.person import advice_settings
from common.play.players import PlayerSettings
from common.rules.errors import BadInput
from common.rules.position import Outcome
from common.search.score import Score

RESULT_NAMES = {1: "the win", 0: "the draw"}


class Coach:
    """Compares a person's move with the best one, by three analyses with a third of the limit each."""

    def __init__(self, game: Game[Any], settings: PlayerSettings) -> None:
        self._game, self._settings = game, advice_settings(game, settings, 1 / 3)

    def remark(self, before: Any, move: Any) -> str:
        """Return a line if the move, made in `before`, lost something, else nothing.

        Return nothing if the limit is too short, too.
        """
        try:
            return self._compared(before, move)
        except BadInput:
            return ""

    def _compared(self, before: Any, move: Any) -> str:
        line = self._game.insight(before, self._settings).line if len(before.moves()) > 1 else ()
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

    def _score_of(self, position: Any, side: str) -> tuple[Score, str]:
        """Return the score of a position for a side, and its text: for a finished game only the winner."""
        if outcome := position.outcome():
            words = f"{outcome.winner} wins" if outcome.winner else "draw"
            return final_score(self._game, position, outcome, side, words), words
        score = self._game.insight(position, self._settings).score.for_side(side)
        return score, score.text


def final_score(game: Game[Any], last: Any, outcome: Outcome, side: str, words: str) -> Score:
    """Return the score, in `words`, of a finished game for a side.

    Its value is the margin, or that of a win if there is none. It is negative after a loss and 0 in a draw.
    """
    size = float(outcome.margin or game.search.win_score)
    value = 0.0 if outcome.winner is None else size if outcome.winner == side else -size
    return game.search.with_length(game.search.score(last, side, value, words, True), last, 0)
