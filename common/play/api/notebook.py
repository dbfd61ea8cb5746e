"""What a notebook shows: a position as SVG, a game as a page to step through, a result as a table."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from typing import Any

from common.play.game import Game
from common.play.record import Record
from common.play.shared_page import page_game, page_title
from common.rules.position import P
from common.show.page import ScoreGraph, page
from common.show.svg import film_svg

FRAME_HEIGHT = 640  # pixels of a game, which scrolls inside its frame


def position_svg(game: Game[P], position: P) -> str:
    """Return the board of a position as SVG, with the side to move or the result below."""
    film = game.look.film([position], outcome := position.outcome())
    (frame,) = film.frames
    if not outcome:  # a film would call it the start
        film.frames = [frame._replace(captions=(f"{position.turn} to move", *frame.captions[1:]))]
    return film_svg(film)


def game_html(game: Game[P], record: Record[Any], graph: ScoreGraph | None = None) -> str:
    """Return a frame with the page of a game, as `replay --html` writes it.

    The page is inside the address, so the notebook needs no other file. Its own address is no part of the
    notebook's, so that the links to its moves work.
    """
    text = page(page_title(game, saved), [page_game(game, saved, graph)])
    source = b64encode(text.encode()).decode()
    title, style = escape(page_title(game, saved)), f"width: 100%; height: {FRAME_HEIGHT}px; border: 0"
    address = f"data:text/html;charset=utf-8;base64,{source}"
    return f'<iframe title="{title}" src="{address}" style="{style}"></iframe>'


def table(names: Sequence[str], rows: Sequence[Sequence[str]], caption: str) -> str:
    """Return a table with the names of its columns, and a sentence above it."""
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<p>{escape(caption)}</p>\n<table><tr>{head}</tr>{body}</table>"
