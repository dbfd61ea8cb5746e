"""A saved game analysed within a number of nodes per position, for pages."""

from __future__ import annotations

from typing import Any

from common.play.analysis.analyst import Analyst
from common.play.analysis.move_classification import AnalysedMove
from common.play.analysis.score_course import score_graph
from common.play.players import PlayerSettings
from common.play.record import Record
from common.search.limit import Level, Limit
from common.show.page import ScoreGraph


def analysed_course(nodes: int | None, record: Record[Any]) -> ScoreGraph | None:
    """Analyse a saved game within `nodes` per position; return None if `nodes` is None or 0.

    Raise BadInput or KeyboardInterrupt.
    """
    return score_graph(record.game, analysed_moves(nodes, record)) if nodes else None


def analysed_moves(nodes: int, record: Record[Any], shows_progress: bool = True) -> list[AnalysedMove]:
    """Analyse every move of a saved game within `nodes` per position.

    Raise BadInput if the limit is too short, KeyboardInterrupt if the analysis was interrupted.
    """
    settings = PlayerSettings(Level(Limit(nodes=nodes)), 1, shows_progress=shows_progress)
    plies = Analyst(record.game, settings).analyse_moves(record.history)
    if len(plies) < len(record.moves):
        raise KeyboardInterrupt
    return plies
