"""The HTML of a page that plays in a browser: the board, the form, the moves, the rules."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from typing import Any

from jinja2.utils import htmlsafe_json_dumps

from common.play.browser_scripts import FOLDER, joined_scripts
from common.play.browser_words import WORDS
from common.play.game import Game
from common.show.page import template_text

BOTH = "both"  # two people
NOBODY = "none"  # the engine plays both sides


def document(
    game: Game[Any], data: Mapping[str, Any], drawings: Mapping[int, str], variants: Sequence[str]
) -> str:
    """Return the HTML of a page."""
    style = colours(game) + template_text("page.css") + (FOLDER / "play.css").read_text(encoding="utf-8")
    script = joined_scripts(f"{game.name}.js", "page.js") + "startPage(GAME);\n"
    symbols = "\n".join(f'<g id="k{number}">{svg}</g>' for number, svg in drawings.items())
    title = escape(game.title)
    json_text = htmlsafe_json_dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy(style, script)}">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>{style}</style>
</head>
<body class="play">
<h1>{title}</h1>
<noscript><p>{escape("This page needs JavaScript to play.")}</p></noscript>
<svg width="0" height="0" aria-hidden="true"><defs>
{symbols}
</defs></svg>
<main>
{board_section()}
{side_section(game, variants)}
</main>
<script type="application/json" id="data">{json_text}</script>
<script>{script}</script>
</body>
</html>
"""


def colours(game: Game[Any]) -> str:
    """Return the style of both sides' colours."""
    first, second = (f"rgb{colour}" for colour in game.look.colours)
    return f":root {{ --first: {first}; --second: {second}; }}\n"


def policy(style: str, script: str) -> str:
    """Return the content security policy: this style, this script, WebAssembly and a worker, nothing else."""
    parts = (
        "default-src 'none'",
        f"style-src '{hash_of(style)}'",
        f"script-src '{hash_of(script)}' 'wasm-unsafe-eval'",
        "worker-src blob:",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    )
    return "; ".join(parts)


def hash_of(text: str) -> str:
    """Return the hash of a script or a style sheet as policies write it."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def text_of(name: str) -> str:
    """Return a text of the page as HTML."""
    return escape(WORDS[name])


def button(name: str) -> str:
    """Return a button, whose id and text have the same name."""
    return f'<button type="button" id="{name}">{text_of(name)}</button>'


def board_section() -> str:
    """Return the board with what belongs to it: status, news, buttons for moves, the score."""
    bar = f'aria-label="{text_of("bar")}" aria-valuemin="-100" aria-valuemax="100"'
    actions = "".join(map(button, ("hint", "undo", "now", "resign")))
    steps = "".join(map(button, ("first", "back", "forward", "last")))
    return f"""<section aria-label="{text_of("board")}">
<p id="status"></p>
<svg id="board" role="group" aria-label="{text_of("board")}"></svg>
<div class="buttons" id="moves" role="group" aria-label="{text_of("moveButtons")}"></div>
<div id="news" role="status"><p id="event"></p><p id="advice"></p></div>
<div id="bar" role="meter" {bar}><span></span></div>
<p id="score"></p>
<div class="buttons" role="group" aria-label="{text_of("actions")}">{actions}</div>
<div class="buttons" role="group" aria-label="{text_of("steps")}">{steps}</div>
</section>"""


def side_section(game: Game[Any], variants: Sequence[str]) -> str:
    """Return the form for a new game, the moves, files and the rules."""
    sides = {side: side for side in game.sides}
    sides |= {BOTH: WORDS["both"], NOBODY: WORDS["nobody"]}
    levels = {str(number): text for number, text in level_names(game).items()}
    seed = '<input id="seed" inputmode="numeric" maxlength="9" size="9" autocomplete="off">'
    hidden = "" if len(variants) > 1 else " hidden"
    rules = "".join(f"<p>{escape(line)}</p>\n" for line in (game.rules.full or game.about).splitlines())
    return f"""<section>
<form id="setup">
{choice("side", sides)}
{choice("level", levels)}
<label{hidden}>{text_of("variant")} {select("variant", dict(zip(variants, variants, strict=True)))}</label>
<label>{text_of("seed")} {seed}</label>
<button>{text_of("newGame")}</button>
</form>
<details open><summary>{text_of("moves")}</summary>
<ol id="list"></ol></details>
<div class="buttons">{button("save")}
<label class="file">{text_of("open")} <input type="file" id="open" accept=".jsonl"></label>
<a id="link" href="#">{text_of("link")}</a></div>
<details><summary>{text_of("rules")}</summary>
{rules}</details>
</section>"""


def level_names(game: Game[Any]) -> dict[int, str]:
    """Return the names of the levels."""
    easiest, *others, hardest = game.levels
    names = {easiest: f"{easiest} (easy)"}
    names |= {number: str(number) for number in others}
    return names | {hardest: f"{hardest} (hard)"}


def choice(name: str, options: Mapping[str, str]) -> str:
    """Return a labelled choice."""
    return f"<label>{text_of(name)} {select(name, options)}</label>"


def select(name: str, options: Mapping[str, str]) -> str:
    """Return a choice among values with their texts."""
    items = "".join(
        f'<option value="{escape(value)}">{escape(text)}</option>' for value, text in options.items()
    )
    return f'<select id="{name}" autocomplete="off">{items}</select>'
