"""Games as one self-contained HTML page: boards, moves as text, and the graph of the score.

Without scripts the page lists the moves. Its content security policy forbids all requests and all scripts
but its own.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from common.rules.errors import BadInput, quoted
from common.rules.files import write_atomically
from common.show.film import Film
from common.show.style import Color
from common.show.svg import VALUE, svg_groups

GENERATOR = "five-board-games"  # known by this, a page of ours may be overwritten in its folder
_FOLDER = Path(__file__).parent
AXIS_END = 110  # of the graph; expected scores end at 100
_BUTTONS = {"home": "Start", "left": "Back", "space": "Play", "right": "Forward", "end": "End"}
_ESCAPED = {sign: f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


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

    `number` identifies the game in
    the page's address and must be unique on the page. The first game of a `group` has its heading.
    """

    title: str
    film: Film
    sentences: Sequence[str]
    end: str
    graph: ScoreGraph | None = None
    number: int = 1
    group: str = ""


def check_page_path(path: Path | None) -> Path | None:
    """Return the path, or None for None. Raise BadInput if it does not end in .html or .htm."""
    if path and path.suffix.lower() not in (".html", ".htm"):
        raise BadInput(f"--html {quoted(str(path))}: expected a file that ends in .html, e.g. game.html")
    return path


def save_page(path: Path, title: str, games: Sequence[PageGame], above: str = "", below: str = "") -> None:
    """Write a page of games atomically, between the HTML `above` and `below`. Raise OSError.

    Without games, the page holds that HTML only.
    """
    text = page(title, games, above, below) if games else text_page(title, above + below)
    write_atomically(path, text.encode())


def text_page(title: str, body: str) -> str:
    """Return a page without games. `title` is a text and `body` HTML."""
    return _document(title, "default-src 'none'; style-src 'unsafe-inline'", body)


def _document(title: str, policy: str, body: str) -> str:
    """Return a whole HTML file with a content security policy, the style sheet, a title and a body."""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="{GENERATOR}">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{escape(title)}</title>
<style>
{shared_part("page.css")}</style>
</head>
<body>
<h1>{escape(title)}</h1>
{body}
</body>
</html>
"""


def page(title: str, games: Sequence[PageGame], above: str = "", below: str = "") -> str:
    """Return the page of one or more games, between the HTML `above` and `below`."""
    kinds = _Kinds()
    data = {"boards": kinds.boards, "games": [_data(game, kinds) for game in games], "words": _words()}
    script = shared_part("page.js")
    hashed = b64encode(sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hashed}'"
    lists = "\n".join(_lists(games))
    heading = f'<h2 id="which">{escape(games[0].title)}</h2>' if len(games) > 1 else ""
    buttons = "".join(
        f'<button type="button" id="{name}">{escape(text)}</button>' for name, text in _BUTTONS.items()
    )
    moves = escape("Moves")
    body = f"""{above}
<svg width="0" height="0" aria-hidden="true"><defs>
{kinds.symbols()}
</defs></svg>
<main>
<section tabindex="-1">
{heading}
{_still(games[0], kinds)}
<p id="caption" aria-live="polite"></p>
<div class="buttons" role="group" aria-label="{moves}" data-script hidden>{buttons}</div>
<figure id="scores" hidden>
<svg id="curve" viewBox="0 0 600 200" aria-hidden="true"></svg>
<figcaption id="about"></figcaption>
</figure>
</section>
<section>
{lists}
</section>
</main>
{below}
<script type="application/json" id="data">{escaped_json(data)}</script>
<script>{script}</script>"""
    return _document(title, policy, body)


def escaped_json(data: Any) -> str:
    """Return JSON for use inside HTML: no text in it can end a script."""
    return "".join(
        _ESCAPED.get(sign, sign) for sign in json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    )


class _Kinds:
    """The kinds of cells of all films on a page, each drawn once, and the boards."""

    def __init__(self) -> None:
        self._numbers = dict[str, int]()
        self.boards: list[dict[str, Any]] = []

    def numbers(self, film: Film) -> dict[Any, int]:
        """Return the number of each kind of a film. Kinds that look alike have the same number."""
        return {
            kind: self._numbers.setdefault(look, len(self._numbers))
            for kind, look in svg_groups(film.cells).items()
        }

    def board(self, film: Film) -> int:
        """Return the number of a film's board."""
        labels = [[x, y, text] for (x, y), text in film.labels.items() if text.strip()]
        board = {"size": film.size, "places": film.places, "labels": labels, "value": VALUE}
        if board not in self.boards:
            self.boards.append(board)
        return self.boards.index(board)

    def symbols(self) -> str:
        """Return the SVG definitions of all kinds, referenced by number."""
        return "\n".join(f'<g id="k{number}">{look}</g>' for look, number in self._numbers.items())


def _data(game: PageGame, kinds: _Kinds) -> dict[str, Any]:
    """Return a game's data for the script, without its list of moves."""
    film, course, numbers = game.film, game.graph, kinds.numbers(game.film)
    boards = [[numbers[kind] for kind in frame.cells] for frame in film.frames]
    changes = [list(_changes(*both)) for both in pairwise(boards)]
    known = {
        "number": game.number,
        "board": kinds.board(film),
        "start": boards[0],
        "changes": changes,
        "values": film.values,
    }
    known["captions"] = [" \u00b7 ".join(filter(None, frame.captions)) for frame in film.frames]
    if course is None:
        return known | {"scores": [], "turns": [], "most": 1, "about": "", "colours": []}
    scores = [[point.score, point.proven] for point in course.points]
    explained = "Coloured by the side that is ahead; thick line: proven; ring: blunder or mistake."
    about = f"{course.title}. {explained}"
    return known | {
        "scores": scores,
        "turns": list(course.turning_points),
        "most": AXIS_END,
        "about": about,
        "colours": [f"rgb{colour}" for colour in course.colours],
    }


def _changes(before: Sequence[int], after: Sequence[int]) -> Iterator[int]:
    """Yield each changed cell, followed by its new kind."""
    for cell, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            yield from (cell, new)


def _words() -> dict[str, str]:
    return {"start": "Start", "move": "Move", "of": "of", "play": "Play", "pause": "Pause"}


def _lists(games: Sequence[PageGame]) -> Iterator[str]:
    """Yield the list of moves of every game, and the heading of every group before its first game."""
    group = ""
    for game in games:
        if game.group != group:
            group = game.group
            yield f"<h3>{escape(group)}</h3>"
        yield _list(game, len(games) == 1)


def _list(game: PageGame, is_open: bool) -> str:
    """Return a game as text: every move with its comment, then the result."""
    comments = game.graph.comments if game.graph else [""] * len(game.sentences)
    turns: Collection[int] = game.graph.turning_points if game.graph else ()
    lines = [
        _item(game.number, ply, *texts, ply in turns)
        for ply, texts in enumerate(zip(game.sentences, comments, strict=True), 1)
    ]
    sentences = "".join(
        f'<p class="turning">{escape(text)}</p>\n'
        for text in (game.graph.turning_points.values() if game.graph else ())
    )
    opening, title = " open" if is_open else "", escape(game.title)
    return (
        f"<details{opening} "
        f'id="game={game.number}"><summary>{title}</summary>\n<ol>\n{"".join(lines)}</ol>\n'
        f"{sentences}<p>{escape(game.end)}</p>\n</details>"
    )


def _item(number: int, ply: int, sentence: str, known: str, turned: bool) -> str:
    style = "turning" if turned else "known"
    more = f'<span class="{style}">: {escape(known)}</span>' if known else ""
    return f'<li><a href="#game={number}&amp;ply={ply}">{escape(sentence)}</a>{more}</li>\n'


def _still(game: PageGame, kinds: _Kinds) -> str:
    """Return the last position of a game as SVG, for readers without scripts."""
    film, numbers = game.film, kinds.numbers(game.film)
    frame = film.frames[-1]
    cells = zip(film.places, frame.cells, strict=True)
    uses = "".join(f'<use href="#k{numbers[kind]}" x="{left}" y="{top}"/>' for (left, top), kind in cells)
    caption = escape(" ".join(filter(None, frame.captions)))
    texts = [(x, y, label, "") for (x, y), label in film.labels.items()]
    texts += [
        (x + VALUE[0], y + VALUE[1], text, "value")
        for (x, y), text in zip(film.places, film.values, strict=False)
    ]
    written = "".join(
        f'<text x="{x}" y="{y}" class="{kind}">{escape(text)}</text>' for x, y, text, kind in texts
    )
    return (
        f'<svg id="board" role="img" aria-label="{caption}" viewBox="0 0 {film.size[0]} '
        f'{film.size[1]}">{uses}{written}</svg>'
    )


def shared_part(name: str) -> str:
    """Return the text of a file of this package, such as the style sheet of pages."""
    return (_FOLDER / name).read_text(encoding="utf-8")
