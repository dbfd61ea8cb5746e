"""The analysis of a whole game, shown in a notebook as the game with its score graph."""

from __future__ import annotations

from typing import Any

from common.play.analysis.analyst import Analyst
from common.play.analysis.move_classification import AnalysedMove
from common.play.analysis.score_course import score_graph
from common.play.api.positions import check_limit
from common.play.game import Game
from common.play.players import PlayerSettings
from common.play.record import Record
from common.rules.errors import BadInput
from common.rules.position import P
from common.search.limit import Limit, choose_limit
from common.show.page import ScoreGraph


class GameAnalysis:
    """The moves of a game with the scores before and after them."""

    def __init__(self, record: Record[Any], moves: list[AnalysedMove], graph: ScoreGraph) -> None:
        self.moves, self._record, self._graph = moves, record, graph

    @property
    def mistakes(self) -> list[str]:
        """A sentence about each blunder and each mistake."""
        return [str(move.comment) for move in self.moves if move.comment]

    def __repr__(self) -> str:
        return "\n".join(self.mistakes) or "No blunder or mistake."

    def _repr_html_(self) -> str:
        from common.play.shared_page import game_html

        return game_html(self._record, self._graph)


def analyse(game: Game[P], record: Record[P], limit: Limit) -> GameAnalysis:
    """Analyse every move of a game. Raise BadInput if there is none or the limit is too short."""
    if not record.moves:
        raise BadInput("The record has no moves: expected a game with at least one")
    check_limit(game, "analyse", limit)
    default = game.analysis_limit
    settings = PlayerSettings(choose_limit(limit, default), shows_progress=False)
    analyst = Analyst(game, settings, budgets_games=limit == Limit() and default.seconds is not None)
    moves = analyst.analyse_moves(record.history)
    return GameAnalysis(record, moves, score_graph(game, moves))
