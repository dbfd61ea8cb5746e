"""A saved game prepared for an HTML page: its sentences, and the scores in its record."""

from __future__ import annotations

from typing import Any

from common.messages import _
from common.play.game import Game
from common.play.player_names import opponents
from common.record.saved_game import SavedGame
from common.rules.position import Outcome, P
from common.show.language import translate, translation
from common.show.page import PageGame, ScoreGraph
from common.show.score_plot import Point

MAX_SCORE = 1e9  # larger than every score


def page_game(game: Game[P, Any], saved: SavedGame[P], course: ScoreGraph | None = None) -> PageGame:
    """Return a saved game for a page. The scores are `course`, by default those in the record."""
    outcome = saved.outcome
    sentences = []
    for before, move, after in zip(saved.history, saved.moves, saved.history[1:], strict=False):
        sentence = game.phrases.page_sentence(before, move)
        sentences.append(
            " ".join(translate(text) for text in (sentence, game.phrases.remark(before, after)) if text)
        )
    end = final_sentence(game, outcome) if outcome else _("Not finished")
    return PageGame(
        page_title(game, saved),
        game.look.film(saved.history, outcome),
        sentences,
        end,
        course or recorded_scores(game, saved),
    )


def final_sentence(game: Game[P, Any], outcome: Outcome) -> str:
    """Return the result: the assignment's lines as one, or a translation in another language."""
    return translation(outcome.verdict) or game.last_lines(outcome).replace("\n", ". ")


def page_title(game: Game[P, Any], saved: SavedGame[P]) -> str:
    """Return the title of the game and its players, e.g. `Walls: you against level 1`."""
    players = opponents(saved.names)
    return _("{game}: {players}", game=game.title, players=players) if players else game.title


def recorded_scores(game: Game[P, Any], saved: SavedGame[P]) -> ScoreGraph | None:
    """Return the first side's scores that the players' searches recorded.

    Return None if the record has none.
    """
    points, comments = [Point(None, False)], []
    for position, entry in zip(saved.history, saved.record.moves, strict=False):
        value, proven = _value(entry, game.sides[0]), entry.get("proven") is True
        words = "" if value is None else _words(game, value, proven)
        score = game.search.score(position, game.sides[0], value, words, proven)
        points.append(Point(score.expected, proven))
        comments.append(score.text)
    return ScoreGraph(points, score_title(game), comments, {}, game.look.colours) if any(comments) else None


def _words(game: Game[P, Any], value: float, proven: bool) -> str:
    """Return a recorded score of the first side in the words of an analysis."""
    if value == 0:
        return _("draw") if proven else _("even")
    side, size = _(game.sides[value < 0]), abs(value)
    if size >= game.search.win_score:
        return _("{side} wins", side=side)
    if proven:
        return _("{side} wins by {lead:g}", side=side, lead=size)
    return _("{side} leads by {lead:g}", side=side, lead=round(size, 1))


def _value(entry: dict[str, Any], side: str) -> float | None:
    """Return the value of a recorded move for a side; None if there is none or it is too large to draw."""
    score = entry.get("score")
    if not isinstance(score, (int, float)) or isinstance(score, bool) or not -MAX_SCORE < score < MAX_SCORE:
        return None
    return score if entry.get("side") == side else 0.0 - score


def score_title(game: Game[P, Any]) -> str:
    """Return the title of the score graph."""
    return _("Expected score of {side}, from -100 to +100", side=_(game.sides[0]))
