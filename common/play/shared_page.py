"""A saved game prepared for an HTML page: its sentences, and the scores in its record."""

from __future__ import annotations

from typing import Any

from common.play.game import Game
from common.play.player_names import opponents
from common.play.record import Record
from common.rules.position import Outcome, P
from common.show.page import PageGame, Point, ScoreGraph

MAX_SCORE = 1e9  # larger than every score


def page_game(game: Game[P], record: Record[Any], course: ScoreGraph | None = None) -> PageGame:
    """Return a saved game for a page. The scores are `course`, by default those in the record."""
    outcome = record.outcome
    sentences = []
    for before, move, after in zip(record.history, record.moves, record.history[1:], strict=False):
        sentence = game.phrases.page_sentence(before, move)
        sentences.append(" ".join(text for text in (sentence, game.phrases.remark(before, after)) if text))
    end = final_sentence(game, outcome) if outcome else "Not finished"
    return PageGame(
        page_title(game, saved),
        game.look.film(record.history, outcome),
        sentences,
        end,
        course or recorded_scores(game, saved),
    )


def final_sentence(game: Game[P], outcome: Outcome) -> str:
    """Return the result: the assignment's lines as one."""
    return game.last_lines(outcome).replace("\n", ". ")


def page_title(game: Game[P], record: Record[Any]) -> str:
    """Return the title of the game and its players, e.g. `Walls: you against level 1`."""
    players = opponents(record.players)
    return f"{game.title}: {players}" if players else game.title


def recorded_scores(game: Game[P], record: Record[Any]) -> ScoreGraph | None:
    """Return the first side's scores that the players' searches recorded.

    Return None if the record has none.
    """
    points, comments = [Point(None, False)], []
    for position, entry in zip(record.history, record.moves, strict=False):
        value, proven = _value(entry, game.sides[0]), entry.get("proven") is True
        words = "" if value is None else _words(game, value, proven)
        score = game.search.score(position, game.sides[0], value, words, proven)
        points.append(Point(score.expected, proven))
        comments.append(score.text)
    return ScoreGraph(points, score_title(game), comments, {}, game.look.colours) if any(comments) else None


def _words(game: Game[P], value: float, proven: bool) -> str:
    """Return a recorded score of the first side in the words of an analysis."""
    if value == 0:
        return "draw" if proven else "even"
    side, size = game.sides[value < 0], abs(value)
    if size >= game.search.win_score:
        return f"{side} wins"
    if proven:
        return f"{side} wins by {size:g}"
    return f"{side} leads by {round(size, 1):g}"


def _value(entry: dict[str, Any], side: str) -> float | None:
    """Return the value of a recorded move for a side; None if there is none or it is too large to draw."""
    score = entry.get("score")
    if not isinstance(score, (int, float)) or isinstance(score, bool) or not -MAX_SCORE < score < MAX_SCORE:
        return None
    return score if entry.get("side") == side else 0.0 - score


def score_title(game: Game[P]) -> str:
    """Return the title of the score graph."""
    return f"Expected score of {game.sides[0]}, from -100 to +100"
