"""A saved game prepared for an HTML page: its sentences, and the scores in its record."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from itertools import pairwise
from typing import Any

from common.play.game import Game
from common.play.player_names import opponents
from common.play.record import Record
from common.rules.position import Outcome, P
from common.show.page import PageGame, Point, ScoreGraph, page

MAX_SCORE = 1e9  # larger than every score
FRAME_HEIGHT = 640  # pixels of a game in a notebook, which scrolls inside its frame


def page_game(game: Game[P, Any], saved: Record[P], course: ScoreGraph | None = None) -> PageGame:
    """Return a saved game for a page. The scores are `course`, by default those in the record."""
    outcome = saved.outcome
    sentences = []
    for ply, (before, after) in enumerate(pairwise(saved.history), 1):
        sentence = game.phrases.page_sentence(before, saved.move(ply))
        sentences.append(" ".join(text for text in (sentence, game.phrases.remark(before, after)) if text))
    end = final_sentence(game, outcome) if outcome else "Not finished"
    return PageGame(
        page_title(game, saved),
        game.look.film(saved.history, outcome),
        sentences,
        end,
        course or recorded_scores(game, saved),
    )


def final_sentence(game: Game[P, Any], outcome: Outcome) -> str:
    """Return the result: the assignment's lines as one."""
    return game.last_lines(outcome).replace("\n", ". ")


def page_title(game: Game[P, Any], saved: Record[P]) -> str:
    """Return the title of the game and its players, e.g. `Walls: you against level 1`."""
    players = opponents(saved.players)
    return f"{game.title}: {players}" if players else game.title


def recorded_scores(game: Game[P, Any], saved: Record[P]) -> ScoreGraph | None:
    """Return the first side's scores that the players' searches recorded.

    Return None if the record has none.
    """
    points, comments = [Point(None, False)], []
    for position, entry in zip(saved.history, saved.moves, strict=False):
        value, proven = _value(entry, game.sides[0]), entry.get("proven") is True
        words = "" if value is None else _words(game, value, proven)
        score = game.search.score(position, game.sides[0], value, words, proven)
        points.append(Point(score.expected, proven))
        comments.append(score.text)
    return ScoreGraph(points, score_title(game), comments, {}, game.look.colours) if any(comments) else None


def _words(game: Game[P, Any], value: float, proven: bool) -> str:
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


def score_title(game: Game[P, Any]) -> str:
    """Return the title of the score graph."""
    return f"Expected score of {game.sides[0]}, from -100 to +100"


def game_html(saved: Record[P], graph: ScoreGraph | None = None) -> str:
    """Return a frame with the page of a game, as `replay --html` writes it.

    The page is inside the address, so the notebook needs no other file. Its own address is no part of the
    notebook's, so that the links to its moves work.
    """
    game = saved.game
    text = page(page_title(game, saved), [page_game(game, saved, graph)])
    source = b64encode(text.encode()).decode()
    title, style = escape(page_title(game, saved)), f"width: 100%; height: {FRAME_HEIGHT}px; border: 0"
    address = f"data:text/html;charset=utf-8;base64,{source}"
    return f'<iframe title="{title}" src="{address}" style="{style}"></iframe>'
