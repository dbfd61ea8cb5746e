"""The course of the score over an analysed game, for pages."""

from __future__ import annotations

from collections.abc import Sequence

from common.play.analysis.move_classification import AnalysedMove
from common.play.game import Game
from common.play.shared_page import score_title
from common.rules.position import P
from common.show.page import Point, ScoreGraph


def score_graph(game: Game[P], plies: Sequence[AnalysedMove]) -> ScoreGraph:
    """Return the score at the start and after every move, with blunders and mistakes marked."""
    summaries = [ply.summary(game.sides[0]) for ply in plies]
    turns = {ply.number: text for ply in plies if (text := ply.comment)}
    return ScoreGraph(score_points(game, plies), score_title(game), summaries, turns, game.look.colours)


def score_points(game: Game[P], plies: Sequence[AnalysedMove]) -> list[Point]:
    """Return the expected scores of the first side, from the start on."""
    insights = [*(ply.before for ply in plies[:1]), *(ply.after for ply in plies)]
    scores = [insight.score.for_side(game.sides[0]) for insight in insights]
    return [Point(score.expected, score.proven) for score in scores]
