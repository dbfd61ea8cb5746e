"""Games as one self-contained HTML page: boards, moves as text, and the graph of the score.

A page is one template (templates/page.html) with its style and its script. Without scripts the page lists the
moves. Its content security policy forbids all requests and all scripts but its own.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from common.rules.errors import BadInput, quoted
from common.rules.files import check_folders, write_atomically
from common.show.film import Film
from common.show.style import Color
from common.show.svg import VALUE, svg_groups

GENERATOR = "five-board-games"  # known by this, a page of ours may be overwritten in its folder
TEMPLATES = Path(__file__).parent / "templates"


class Point(NamedTuple):
    """The first side's expected score (-100 to +100) after a move; None if unknown."""

    score: int | None
    proven: bool


class ScoreGraph(NamedTuple):
    """The expected scores of one side, and the analysis of each move.

    `points` start with the start position. `comments` has a comment on each move. `turning_points` has a
    sentence for each ply at which the game turned. `colours` are those of this side and the other one; the
    line has the colour of the side that stands better.
    """

    points: Sequence[Point]
    title: str
    comments: Sequence[str]
    turning_points: dict[int, str]
    colours: tuple[Color, Color]


class PageGame(NamedTuple):
    """A game on a page: title, film, a sentence for each move, result, and the scores if known.

    `number` identifies the game in the page's address and must be unique on the page. The first game of a
    `group` has its heading. All games of a page have the same board, but for the values in its cells.
    """

    title: str
    film: Film
    sentences: Sequence[str]
    end: str
    graph: ScoreGraph | None = None
    number: int = 1
    group: str = ""


def check_page_path(path: Path | None) -> Path | None:
    """Return the path, or None for None, if a page can be written there. Raise BadInput or OSError."""
    if path and path.suffix.lower() not in (".html", ".htm"):
        raise BadInput(f"--html {quoted(str(path))}: expected a file that ends in .html, e.g. game.html")
    check_folders(path)
    return path


def save_page(path: Path, title: str, games: Sequence[PageGame], above: str = "", below: str = "") -> None:
    """Write a page of games atomically, between the HTML `above` and `below`. Raise OSError."""
    write_atomically(path, page(title, games, above, below).encode())


def page(title: str, games: Sequence[PageGame], above: str = "", below: str = "") -> str:
    """Return the page of games between the HTML `above` and `below`; without games, that HTML only."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    numbers = dict[str, int]()
    frames = [_frames(game.film, numbers) for game in games]
    script = template_text("page.js")
    files = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined)
    files.trim_blocks = files.lstrip_blocks = True
    files.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    return files.get_template("page.html").render(
        title=title,
        games=games,
        above=above,
        below=below,
        drawings=list(numbers),
        board=frames[0][-1] if games else [],
        data=[_data(game, each) for game, each in zip(games, frames, strict=True)],
        value=VALUE,
        generator=GENERATOR,
        style=template_text("page.css"),
        script=script,
        digest=f"sha256-{b64encode(sha256(script.encode()).digest()).decode()}",
    )


def template_text(name: str) -> str:
    """Return the text of a file beside the template, such as the style sheet of pages."""
    return (TEMPLATES / name).read_text(encoding="utf-8")


def _frames(film: Film, numbers: dict[str, int]) -> list[list[int]]:
    """Return the number of every cell's drawing in each frame; add new drawings to `numbers`."""
    kinds = {
        kind: numbers.setdefault(drawing, len(numbers)) for kind, drawing in svg_groups(film.cells).items()
    }
    return [[kinds[kind] for kind in frame.cells] for frame in film.frames]


def _data(game: PageGame, frames: list[list[int]]) -> dict[str, Any]:
    """Return what the script shows of a game: the start, the cells that each move changes, the scores."""
    graph = game.graph
    return {
        "number": game.number,
        "start": frames[0],
        "changes": [_changes(*both) for both in pairwise(frames)],
        "values": game.film.values,
        "captions": [" \u00b7 ".join(filter(None, frame.captions)) for frame in game.film.frames],
        "scores": graph.points if graph else [],
        "turns": list(graph.turning_points) if graph else [],
        "about": graph.title if graph else "",
        "colours": [f"rgb{colour}" for colour in graph.colours] if graph else [],
    }


def _changes(before: list[int], after: list[int]) -> list[int]:
    """Return each changed cell, followed by its new drawing."""
    pairs = enumerate(zip(before, after, strict=True))
    return list(chain.from_iterable((cell, new) for cell, (old, new) in pairs if old != new))
