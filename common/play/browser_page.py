"""A game as one self-contained HTML page that plays in a browser, with the engine in it.

The page asks for nothing from anywhere. Its content security policy allows only its own scripts, by their
hashes, its style sheet, and a worker for the engine. The scripts are the modules of the folder `browser`,
joined without their import lines.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from common.play.browser_document import document
from common.play.browser_scripts import joined_scripts
from common.play.browser_words import WORDS
from common.play.game import Game
from common.play.page_facts import PageFacts
from common.rules.errors import BadInput
from common.rules.position import P
from common.search.limit import Level
from common.show.film import Film
from common.show.svg import VALUE, svg_groups

if TYPE_CHECKING:
    from common.kernels.linked_kernels import LinkedKernels

PACE = 350  # least milliseconds between a move and the engine's answer
LONGEST_THINKING = 2.0  # seconds of a level that has no limit of its own


def browser_page(
    game: Game[P], given: Mapping[str, Any], side: str, level: int = 1, seed: int | None = None
) -> str:
    """Return the page of a game with a start by the options that are given.

    At first a person plays `side` (or BOTH, or NOBODY) against the engine at a `level`. Raise BadInput if an
    option is wrong, or OSError.
    """
    start, other = (
        game.settled(game.starts(**given, seed=number)[0]) for number in (seed or 0, (seed or 0) + 1)
    )
    facts: PageFacts = import_module(str(game.engine).replace(".engine", ".page_facts")).page_facts(
        game, given
    )
    is_fixed = not facts.has_own_start and start == other
    boards = {name: game.look.film([each], None) for name, each in (facts.boards or {"": start}).items()}
    numbers = kind_numbers(list(boards.values()))
    data = {
        "game": game.name,
        "sides": game.sides,
        "start": game.write(start) if is_fixed else None,
        "setup": facts.setup,
        "players": {"side": side, "level": str(level), "seed": seed},
        "words": WORDS | dict(facts.words),
        "levels": {str(number): level_facts(level) for number, level in game.levels.items()},
        "boards": {name: board_facts(film) for name, film in boards.items()},
        "kinds": {kind: number for kind, number, _svg in numbers},
        "modules": {linked.name: module_facts(linked) for linked in facts.kernels},
        "pace": PACE,
        "worker": joined_scripts("engine.js") + "startWorker();\n",
    }
    drawings = {number: svg for _kind, number, svg in numbers}
    return document(game, data, drawings, list(facts.boards) if facts.has_own_start else [])


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


def module_facts(linked: LinkedKernels) -> dict[str, Any]:
    """Return a stored module in base 64, with its layout. Raise BadInput for an old one, or OSError."""
    try:
        image, description = linked.module
    except ValueError as problem:
        raise BadInput(f"page: {linked.name}: {problem}") from None
    layout = {name: description[name] for name in ("records", "results")}
    return {"wasm": b64encode(image).decode(), "layout": layout}
