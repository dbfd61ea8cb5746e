"""A saved game as it stands on a page to share: what is told of it, and the scores that its record has."""

from __future__ import annotations

from typing import Any

from common.messages import _, joined
from common.play.game import Game
from common.record.saved_game import Saved
from common.rules.position import Outcome, P
from common.show.language import translated, translation
from common.show.page import Course, PageGame
from common.show.score_plot import Point

MOST = 1e9  # above every score


def page_game(game: Game[P, Any], saved: Saved[P], course: Course | None = None) -> PageGame:
    """A saved game with the course of its score, that of its record if no other one is known."""
    outcome = saved.outcome
    said = []
    for before, move, after in zip(saved.history, saved.moves, saved.history[1:], strict=False):
        sentence = game.phrases.sentence(before, move, saved.names.get(before.turn) == "human")
        said.append(
            " ".join(translated(text) for text in (sentence, game.phrases.remark(before, after)) if text)
        )
    end = in_the_end(game, outcome) if outcome else _("Not finished")
    return PageGame(
        title(game, saved), game.look.film(saved.history, outcome), said, end, course or recorded(game, saved)
    )


def in_the_end(game: Game[P, Any], outcome: Outcome) -> str:
    """Return how a game ended: the lines of the contract, or in another language what they mean."""
    return translation(outcome.verdict) or game.last_lines(outcome).replace("\n", ". ")


def title(game: Game[P, Any], saved: Saved[P]) -> str:
    """The game, and who plays it."""
    players = [_("{side} {player}", side=_(side), player=name) for side, name in saved.names.items()]
    return _("{game}: {players}", game=game.name, players=joined(", ", players)) if players else game.name


def recorded(game: Game[P, Any], saved: Saved[P]) -> Course | None:
    """The course of the score, as the players' own searches saw it; None if the record has none."""
    points, known = [Point(None, False)], []
    for entry in saved.record.moves:
        value, proven = _value(entry, game.sides[0]), entry.get("proven") is True
        words = "" if value is None else _("{value:+g} {unit}", value=value, unit=_(game.search.unit))
        score = game.search.score(saved.history[0], game.sides[0], value, words, proven)
        points.append(Point(score.expected, proven))
        known.append(score.text)
    return Course(points, score_title(game), known, {}, game.look.colours) if any(known) else None


def _value(entry: dict[str, Any], side: str) -> float | None:
    """Return the value of a record's move for a side; None if it has none that can be drawn."""
    score = entry.get("score")
    if not isinstance(score, (int, float)) or isinstance(score, bool) or not -MOST < score < MOST:
        return None
    return score if entry.get("side") == side else 0.0 - score


def score_title(game: Game[P, Any]) -> str:
    """What is drawn of scores."""
    return _("Expected score of {side}, from -100 to +100", side=_(game.sides[0]))
