"""A game as one self-contained HTML page that plays in a browser, with the engine in it.

The page asks for nothing from anywhere. Its content security policy allows only its own scripts, by their
hashes, its style sheet, and a worker for the engine. The scripts are the modules of the folder `browser`,
joined without their import lines.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from common.messages import _, language
from common.play.browser_words import WORDS
from common.play.game import Game
from common.play.page_facts import FactsModule, PageFacts
from common.rules.position import P
from common.search.limit import Level
from common.show.film import Film
from common.show.language import translate
from common.show.page import VALUE, escaped_json, shared_part
from common.show.svg import svg_groups

FOLDER = Path(__file__).with_name("browser")
MODULES = FOLDER / "modules"
BOTH = "both"  # two people
NOBODY = "none"  # the engine plays both sides
LONGEST_THINKING = 2.0  # seconds of a level that has no limit of its own
_IMPORT = re.compile(r'^import .*?"\./(.*?)";\n', re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:class|const|function)\*? (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"^ *(/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)


class PageDefaults(NamedTuple):
    """Who plays on a page at first: a person's side, BOTH or NOBODY, and the engine's level."""

    side: str
    level: int = 1


def browser_page(game: Game[P, Any], setup: Any, defaults: PageDefaults, seed: int | None) -> str:
    """Return the page of a game, whose start is given by options. Raise BadInput if they are wrong."""
    starts = game.starts.start_positions(setup, seed or 0)
    start = game.starts.play_forced_moves(starts[0])
    facts = facts_of(game, setup)
    is_fixed = not facts.has_own_start and not game.starts.is_random(setup)
    boards = {name: game.look.film([each], None) for name, each in (facts.boards or {"": start}).items()}
    numbers = kind_numbers(list(boards.values()))
    data = {
        "game": game.name,
        "sides": game.sides,
        "start": game.notation.write(start) if is_fixed else None,
        "setup": facts.setup,
        "players": {"side": defaults.side, "level": str(defaults.level), "seed": seed},
        "words": {name: translate(text) for name, text in WORDS.items()} | dict(facts.words),
        "names": {side: translate(_(side)) for side in game.sides} | dict(facts.names),
        "levels": {str(number): level_facts(level) for number, level in game.players.levels.items()},
        "boards": {name: board_facts(film) for name, film in boards.items()},
        "kinds": {kind: number for kind, number, _svg in numbers},
        "modules": stored_modules(game),
        "files": [b64encode(path.read_bytes()).decode() for path in facts.files],
        "worker": joined_scripts("worker.js") + "startWorker();\n",
    }
    drawings = {number: svg for _kind, number, svg in numbers}
    return document(game, data, drawings, list(facts.boards))


def facts_of(game: Game[Any, Any], setup: Any) -> PageFacts:
    """Return the facts of a game for its script."""
    assert game.page
    module: FactsModule = import_module(game.page)  # type: ignore[assignment]
    return module.page_facts(game, setup)


def level_facts(level: Level) -> dict[str, Any]:
    """Return a level in the words of the scripts. One without any limit gets LONGEST_THINKING."""
    limit = level.limit.record_fields() or {"seconds": LONGEST_THINKING}
    return limit | {"ignoredPart": level.ignored_part, "margin": level.margin}


def kind_numbers(films: Sequence[Film]) -> list[tuple[str, int, str]]:
    """Return the name, the number and the drawing of each kind of cell; equal drawings share a number."""
    numbers = dict[str, int]()
    found = {kind_name(kind): svg for film in films for kind, svg in svg_groups(film.cells).items()}
    return [(name, numbers.setdefault(svg, len(numbers)), svg) for name, svg in found.items()]


def kind_name(kind: Any) -> str:
    """Return a kind of cell as a text: its parts joined by blanks, truth as 1 or 0."""
    parts = kind if isinstance(kind, tuple) else (kind,)
    return " ".join(str(int(part)) if isinstance(part, bool) else str(part) for part in parts)


def board_facts(film: Film) -> dict[str, Any]:
    """Return the board of a film for the scripts."""
    labels = [[x, y, text] for (x, y), text in film.labels.items()]
    return {
        "size": film.size,
        "cell": film.cells.size,
        "places": film.places,
        "labels": labels,
        "value": VALUE,
    }


def stored_modules(game: Game[Any, Any]) -> dict[str, Any]:
    """Return the WebAssembly modules of a game with their layouts, as they are stored in this package."""
    return {name: stored_module(name) for name in module_names(game)}


def module_names(game: Game[Any, Any]) -> list[str]:
    """Return the names of a game's modules."""
    return [kernels.linked.name for kernels in game.search.browser_kernels()]


def stored_module(name: str) -> dict[str, Any]:
    """Return a stored module in base 64, with its layout."""
    layout = json.loads((MODULES / f"{name}.json").read_text(encoding="utf-8"))
    return {"wasm": b64encode((MODULES / f"{name}.wasm").read_bytes()).decode(), "layout": layout}


def joined_scripts(*names: str) -> str:
    """Return modules and all that they import as one script, without imports, exports and comments."""
    found = dict[str, str]()
    for name in names:
        add_script(name, found)
    return '"use strict";\n' + "".join(found.values())


def add_script(name: str, found: dict[str, str]) -> None:
    """Add a module to the scripts that are found, after those that it imports."""
    if name in found:
        return
    text = (FOLDER / name).read_text(encoding="utf-8")
    for imported in _IMPORT.findall(text):
        add_script(imported, found)
    found[name] = in_own_scope(_COMMENT.sub("", _IMPORT.sub("", text)))


def in_own_scope(text: str) -> str:
    """Return a module without imports as a function whose result is its exports, as constants."""
    names = ", ".join(_EXPORT.findall(text))
    return f"const {{ {names} }} = (() => {{\n{_EXPORT.sub('', text)}return {{ {names} }};\n}})();\n"


def document(
    game: Game[Any, Any], data: Mapping[str, Any], drawings: Mapping[int, str], variants: Sequence[str]
) -> str:
    """Return the HTML of a page."""
    style = colours(game) + shared_part("page.css") + (FOLDER / "play.css").read_text(encoding="utf-8")
    script = joined_scripts(f"{game.name}.js", "page.js") + "startPage(GAME);\n"
    symbols = "\n".join(f'<g id="k{number}">{svg}</g>' for number, svg in drawings.items())
    title = escape(game.title)
    return f"""<!doctype html>
<html lang="{language()}">
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
<noscript><p>{escape(translate(_("This page needs JavaScript to play.")))}</p></noscript>
<svg width="0" height="0" aria-hidden="true"><defs>
{symbols}
</defs></svg>
<main>
{board_section()}
{side_section(game, variants)}
</main>
<script type="application/json" id="data">{escaped_json(data)}</script>
<script>{script}</script>
</body>
</html>
"""


def colours(game: Game[Any, Any]) -> str:
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
    """Return a text of the page, translated, as HTML."""
    return escape(translate(WORDS[name]))


def button(name: str) -> str:
    """Return a button, whose id and text have the same name."""
    return f'<button type="button" id="{name}">{text_of(name)}</button>'


def board_section() -> str:
    """Return the board with what belongs to it: status, news, buttons for moves, the score."""
    actions = "".join(map(button, ("hint", "undo", "now", "resign")))
    steps = "".join(map(button, ("first", "back", "forward", "last")))
    return f"""<section aria-label="{text_of("board")}">
<p id="status"></p>
<svg id="board" role="group" aria-label="{text_of("board")}"></svg>
<div class="buttons" id="moves" role="group" aria-label="{text_of("moveButtons")}"></div>
<div id="news" role="status"><p id="event"></p><p id="advice"></p></div>
<div id="bar" role="meter" aria-label="{text_of("bar")}" aria-valuemin="-100" aria-valuemax="100"><span></span></div>
<p id="score"></p>
<div class="buttons" role="group" aria-label="{text_of("actions")}">{actions}</div>
<div class="buttons" role="group" aria-label="{text_of("steps")}">{steps}</div>
</section>"""


def side_section(game: Game[Any, Any], variants: Sequence[str]) -> str:
    """Return the form for a new game, the moves, files and the rules."""
    sides = {side: translate(_(side)) for side in game.sides}
    sides |= {BOTH: translate(WORDS["both"]), NOBODY: translate(WORDS["nobody"])}
    levels = {str(number): translate(text) for number, text in level_names(game).items()}
    hidden = "" if len(variants) > 1 else " hidden"
    rules = "".join(f"<p>{escape(line)}</p>\n" for line in translate(game.rules_text).splitlines())
    return f"""<section>
<form id="setup">
{choice("side", sides)}
{choice("level", levels)}
<label{hidden}>{text_of("variant")} {select("variant", dict(zip(variants, variants, strict=True)))}</label>
<label>{text_of("seed")} <input id="seed" inputmode="numeric" maxlength="9" size="9" autocomplete="off"></label>
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


def level_names(game: Game[Any, Any]) -> dict[int, str]:
    """Return the names of the levels."""
    notes = {min(game.players.levels): _("{level} (easy)"), max(game.players.levels): _("{level} (hard)")}
    return {
        number: translate(notes.get(number, _("{level}"))).format(level=number)
        for number in game.players.levels
    }


def choice(name: str, options: Mapping[str, str]) -> str:
    """Return a labelled choice."""
    return f"<label>{text_of(name)} {select(name, options)}</label>"


def select(name: str, options: Mapping[str, str]) -> str:
    """Return a choice among values with their texts."""
    items = "".join(
        f'<option value="{escape(value)}">{escape(text)}</option>' for value, text in options.items()
    )
    return f'<select id="{name}" autocomplete="off">{items}</select>'
