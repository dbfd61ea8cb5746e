"""Games as one page to share, complete in itself: boards from the cells of their films, moves as text, the course of the score.

Without scripts the page lists the moves. Its policy forbids every request, and every script but its own.
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

from common.messages import _, language
from common.record.whole_files import write_whole
from common.rules.errors import BadInput, quoted
from common.show.film import SQUARE, Film
from common.show.language import translated
from common.show.score_plot import HIGHEST, Point
from common.show.style import Color
from common.show.svg import drawn_kinds

VALUE = SQUARE // 2, SQUARE * 5 // 6  # where the value of a square stands in it
_FOLDER = Path(__file__).parent
_BUTTONS = {"home": _("Start"), "left": _("Back"), "space": _("Play"), "right": _("Forward"), "end": _("End")}
_ESCAPED = {sign: f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


class Course(NamedTuple):
    """What one side could expect: `points` from the start on, `title`; what is known after each move, in words.

    `turns` has a sentence for each ply at which the game turned; the line has the colour of the side that stands better.
    """

    points: Sequence[Point]
    title: str
    known: Sequence[str]
    turns: dict[int, str]
    colours: tuple[Color, Color]


class PageGame(NamedTuple):
    """A game on a page: its title, its film, a sentence each move, how it ended; the course of its score, if that is known.

    Its number is what the address calls it.
    """

    title: str
    film: Film
    said: Sequence[str]
    end: str
    course: Course | None = None
    number: int = 1


def read_page(path: Path | None) -> Path | None:
    """The path itself. Raises BadInput if it does not end in .html."""
    if path and path.suffix.lower() not in (".html", ".htm"):
        raise BadInput(
            _("--html {file}: expected a file that ends in .html, e.g. game.html", file=quoted(str(path)))
        )
    return path


def save_page(path: Path, title: str, games: Sequence[PageGame], above: str = "") -> None:
    """Write a page of games; `above` is HTML that stands before them. Raises OSError."""
    write_whole(path, (page(title, games, above) if games else text_page(title, above)).encode())


def text_page(title: str, body: str) -> str:
    """A page without games, of a body of HTML."""
    return _document(translated(title), "default-src 'none'; style-src 'unsafe-inline'", body)


def _document(title: str, policy: str, body: str) -> str:
    """A whole file: what it may load, how it looks, its title above a body."""
    return f"""<!DOCTYPE html>
<html lang="{language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{escape(title)}</title>
<style>
{_part("page.css")}</style>
</head>
<body>
<h1>{escape(title)}</h1>
{body}
</body>
</html>
"""


def page(title: str, games: Sequence[PageGame], above: str = "") -> str:
    """The whole page of at least one game."""
    kinds = _Kinds()
    data = {"boards": kinds.boards, "games": [_data(game, kinds) for game in games], "words": _words()}
    script = _part("page.js")
    hashed = b64encode(sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hashed}'"
    lists = "\n".join(_list(game, len(games) == 1) for game in games)
    heading = f'<h2 id="which">{escape(translated(games[0].title))}</h2>' if len(games) > 1 else ""
    buttons = "".join(
        f'<button type="button" id="{name}">{escape(translated(text))}</button>'
        for name, text in _BUTTONS.items()
    )
    moves = escape(translated(_("Moves")))
    body = f"""{above}
<svg width="0" height="0" aria-hidden="true"><defs>
{kinds.symbols()}
</defs></svg>
<main>
<section tabindex="-1">
{heading}
{_still(games[0], kinds)}
<p id="said" aria-live="polite"></p>
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
<script type="application/json" id="data">{escaped_json(data)}</script>
<script>{script}</script>"""
    return _document(translated(title), policy, body)


def escaped_json(data: Any) -> str:
    """JSON that may stand in a page, whatever texts are in it: no sign of it ends a script."""
    return "".join(
        _ESCAPED.get(sign, sign) for sign in json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    )


class _Kinds:
    """The kinds of cells of all films of a page, each drawn once, and the boards that they are on."""

    def __init__(self) -> None:
        self._numbers = dict[str, int]()
        self.boards: list[dict[str, Any]] = []

    def numbers(self, film: Film) -> dict[Any, int]:
        """The number of each kind of a film; kinds that look alike share theirs."""
        return {
            kind: self._numbers.setdefault(look, len(self._numbers))
            for kind, look in drawn_kinds(film.cells).items()
        }

    def board(self, film: Film) -> int:
        """The number of a film's board."""
        labels = [[x, y, text] for (x, y), text in film.labels.items() if text.strip()]
        board = {"size": film.size, "places": film.places, "labels": labels, "value": VALUE}
        if board not in self.boards:
            self.boards.append(board)
        return self.boards.index(board)

    def symbols(self) -> str:
        """All of them, to be used by their number."""
        return "\n".join(f'<g id="k{number}">{look}</g>' for look, number in self._numbers.items())


def _data(game: PageGame, kinds: _Kinds) -> dict[str, Any]:
    """What the script has to know of a game beside its list of moves."""
    film, course, numbers = game.film, game.course, kinds.numbers(game.film)
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
    explained = _("Coloured by the side that is ahead; thick line: proven; ring: turning point.")
    about = f"{translated(course.title)}. {translated(explained)}"
    return known | {
        "scores": scores,
        "turns": list(course.turns),
        "most": HIGHEST,
        "about": about,
        "colours": [f"rgb{colour}" for colour in course.colours],
    }


def _changes(before: Sequence[int], after: Sequence[int]) -> Iterator[int]:
    """Each cell that changed, and its new kind, one after the other."""
    for cell, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            yield from (cell, new)


def _words() -> dict[str, str]:
    words = {"start": _("Start"), "move": _("Move"), "of": _("of"), "play": _("Play"), "pause": _("Pause")}
    return {name: translated(word) for name, word in words.items()}


def _list(game: PageGame, is_open: bool) -> str:
    """A game as text: every move, what is known of it, how the game ended."""
    known = game.course.known if game.course else [""] * len(game.said)
    turns: Collection[int] = game.course.turns if game.course else ()
    lines = [
        _item(game.number, ply, *told, ply in turns)
        for ply, told in enumerate(zip(game.said, known, strict=True), 1)
    ]
    sentences = "".join(
        f'<p class="turning">{escape(translated(text))}</p>\n'
        for text in (game.course.turns.values() if game.course else ())
    )
    opening, title = " open" if is_open else "", escape(translated(game.title))
    return (
        f"<details{opening} "
        f'id="game={game.number}"><summary>{title}</summary>\n<ol>\n{"".join(lines)}</ol>\n'
        f"{sentences}<p>{escape(translated(game.end))}</p>\n</details>"
    )


def _item(number: int, ply: int, said: str, known: str, turned: bool) -> str:
    style = "turning" if turned else "known"
    more = f'<span class="{style}">: {escape(translated(known))}</span>' if known else ""
    return f'<li><a href="#game={number}&amp;ply={ply}">{escape(said)}</a>{more}</li>\n'


def _still(game: PageGame, kinds: _Kinds) -> str:
    """The last position of a game, for those who see no scripts."""
    film, numbers = game.film, kinds.numbers(game.film)
    frame = film.frames[-1]
    cells = zip(film.places, frame.cells, strict=True)
    uses = "".join(f'<use href="#k{numbers[kind]}" x="{left}" y="{top}"/>' for (left, top), kind in cells)
    said = escape(" ".join(filter(None, frame.captions)))
    texts = [(x, y, label, "") for (x, y), label in film.labels.items()]
    texts += [
        (x + VALUE[0], y + VALUE[1], text, "value")
        for (x, y), text in zip(film.places, film.values, strict=False)
    ]
    written = "".join(
        f'<text x="{x}" y="{y}" class="{kind}">{escape(text)}</text>' for x, y, text, kind in texts
    )
    return (
        f'<svg id="board" role="img" aria-label="{said}" viewBox="0 0 {film.size[0]} '
        f'{film.size[1]}">{uses}{written}</svg>'
    )


def _part(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
