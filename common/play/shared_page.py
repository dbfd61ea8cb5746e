"""A game prepared for pictures and pages: its film, its sentences, and the scores in its record."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import Any

from common.play.game import Game
from common.play.player_names import opponents, seats
from common.play.record import Record
from common.show.film import Film
from common.show.page import PageGame, Point, ScoreGraph, page

MAX_SCORE = 1e9  # larger than every score
FRAME_HEIGHT = 640  # pixels of a game in a notebook, which scrolls inside its frame


def film_of(record: Record[Any]) -> Film:
    """Return a film with one frame for the start and one for each move; the players are named below."""
    film = record.game.look.film(record.history, record.outcome)
    film.heading = seats(record.players)
    return film


def page_game(record: Record[Any], course: ScoreGraph | None = None) -> PageGame:
    """Return a game for a page. The scores are `course`, by default those in the record."""
    game, outcome, sentences = record.game, record.outcome, list[str]()
    for number in range(1, len(record.history)):
        ply = record.ply(number)._replace(by_person=False)
        sentences.append(" ".join(filter(None, [game.page_sentence(ply), game.remark(ply)])))
    end = game.last_lines(outcome).replace("\n", ". ") if outcome else "Not finished"
    film = game.look.film(record.history, outcome)
    return PageGame(page_title(record), film, sentences, end, course or recorded_scores(record))


def page_title(record: Record[Any]) -> str:
    """Return the title of the game and its players, e.g. `Walls: you against level 1`."""
    players = opponents(record.players)
    return f"{record.game.title}: {players}" if players else record.game.title


def recorded_scores(record: Record[Any]) -> ScoreGraph | None:
    """Return the first side's scores that the players' searches recorded.

    Return None if the record has none.
    """
    game, points, comments = record.game, [Point(None, False)], list[str]()
    for position, entry in zip(record.history, record.moves, strict=False):
        value, proven = _value(entry, game.sides[0]), entry.get("proven") is True
        words = "" if value is None else _words(game, value, proven)
        score = game.search.score(position, game.sides[0], value, words, proven)
        points.append(Point(score.expected, proven))
        comments.append(score.text)
    return ScoreGraph(points, score_title(game), comments, {}, game.look.colours) if any(comments) else None


def _words(game: Game[Any], value: float, proven: bool) -> str:
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


def score_title(game: Game[Any]) -> str:
    """Return the title of the score graph."""
    return f"Expected score of {game.sides[0]}, from -100 to +100"


def game_html(record: Record[Any], graph: ScoreGraph | None = None) -> str:
    """Return a frame with the page of a game, as `replay --html` writes it.

    The page is inside the address, so the notebook needs no other file. Its own address is no part of the
    notebook's, so that the links to its moves work.
    """
    text = page(page_title(record), [page_game(record, graph)])
    source = b64encode(text.encode()).decode()
    title, style = escape(page_title(record)), f"width: 100%; height: {FRAME_HEIGHT}px; border: 0"
    address = f"data:text/html;charset=utf-8;base64,{source}"
    return f'<iframe title="{title}" src="{address}" style="{style}"></iframe>'
