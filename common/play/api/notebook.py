"""What a notebook shows: a position as SVG, a result as a table."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from common.play.game import Game
from common.rules.position import P
from common.show.svg import film_svg


def position_svg(game: Game[P], position: P) -> str:
    """Return the board of a position as SVG, with the side to move or the result below."""
    film = game.look.film([position], outcome := position.outcome())
    (frame,) = film.frames
    if not outcome:  # a film would call it the start
        film.frames = [frame._replace(captions=(f"{position.turn} to move", *frame.captions[1:]))]
    return film_svg(film)


def table(names: Sequence[str], rows: Sequence[Sequence[str]], caption: str) -> str:
    """Return a table with the names of its columns, and a sentence above it."""
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<p>{escape(caption)}</p>\n<table><tr>{head}</tr>{body}</table>"
