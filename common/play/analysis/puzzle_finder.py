"""Find puzzles: positions in which the solver proves one move to be better than all others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic

from common.play.analysis.analyst import Analyst
from common.play.coach import final_score
from common.play.game import Game
from common.play.players import PlayerSettings
from common.play.puzzles import Puzzle, share_refutations
from common.play.record import Record
from common.rules.errors import BadInput
from common.rules.position import P
from common.search.results import Insight
from common.show.progress_line import ProgressLine

Tried = tuple[str, tuple[str, ...], int]  # a move, the opponent's replies, the proven value


class PuzzleFinder(Generic[P]):
    """Finds puzzles by the game's own proofs, within the limit of the settings per position.

    With `exact`, values are final leads, else wins, draws and losses.
    """

    def __init__(self, game: Game[P], settings: PlayerSettings, exact: bool = False) -> None:
        self._game, self._exact = game, exact
        self._settings = settings._replace(shows_progress=False)

    def find(self, position: P) -> Puzzle | None:
        """Return the puzzle of a position, or None. Values are proven, lengths are not, so `plies` is 0.

        None if a value is not proven in time, if the side to move loses, if two moves are equally good, or if
        it is to move again after one of them.
        """
        moves = position.moves()
        if position.outcome() or len(moves) < 2:
            return None
        tried = list[Tried]()
        for move in moves:
            found = self._try(position, move)
            if found is None or (not self._exact and self._has_two_wins([*tried, found])):
                return None
            tried.append(found)
        tried.sort(key=lambda each: -each[2])
        (best, _replies, value), second = tried[0], tried[1]
        if value == second[2] or value < 0:
            return None
        words = tuple(self._game.write(position))
        return Puzzle(words, best, value, 0, share_refutations(tried[1:]), self._exact)

    def _has_two_wins(self, tried: list[Tried]) -> bool:
        return sum(value > 0 for _move, _replies, value in tried) > 1

    def _try(self, position: P, move: Any) -> Tried | None:
        """Return a move with its best replies and its value, or None if that is not proven."""
        after = position.play(move)
        text, side = position.text(move), position.turn
        if outcome := after.outcome():
            score = final_score(self._game, after, outcome, side, "")
            return text, (), self._value(score.value)
        if after.turn == side:
            return None
        insight = self._insight(after)
        if not insight.score.proven or not insight.line:
            return None
        return text, self._replies(after, insight), self._value(insight.score.for_side(side).value)

    def _insight(self, position: P) -> Insight:
        return self._game.insight(position, self._settings)

    def _value(self, value: float | None) -> int:
        """Return a value for a puzzle: the lead in an exact one, else its sign."""
        known = round(value or 0.0)
        return known if self._exact else (known > 0) - (known < 0)

    def _replies(self, position: P, insight: Insight) -> tuple[str, ...]:
        """Return the first moves of the line, up to the end of the turn."""
        side, replies = position.turn, list[str]()
        for text in insight.line:
            if position.outcome() or position.turn != side:
                break
            replies.append(text)
            position = position.play(position.read_move(text))
        return tuple(replies)


def puzzles_from_game(game: Game[P], record: Record[Any], settings: PlayerSettings) -> Iterator[Puzzle]:
    """Yield a puzzle for every blunder of the humans in a saved game; of both sides if no human played.

    Progress is shown on a terminal. Raise BadInput if the game has no moves or the limit is too short.
    """
    if not record.moves:
        raise BadInput("The game has no moves: expected a saved game with at least one")
    humans = {side for side, name in record.players.items() if name == "human"} or set(game.sides)
    finder = PuzzleFinder(game, settings)
    for ply in Analyst(game, settings).analyse_moves(record.history):
        if ply.loses_result and ply.side in humans:
            with ProgressLine(True, None) as live:
                live.say(f"puzzle for move {ply.number}")
                found = finder.find(record.history[ply.number - 1])
            if found:
                yield found
