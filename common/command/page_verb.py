"""The verb `page`: a game as one HTML file that plays in a browser, without a network."""

from __future__ import annotations

import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Option

from common.command import help_pages, options
from common.command.setup_options import DeclaredOption, game_options
from common.play.game import Game, Names
from common.rules.errors import BadInput, quoted
from common.rules.files import check_folders, check_overwrite, write_atomically
from common.search.limit import Limit, choose_limit, parse_level
from common.show.window import say

if TYPE_CHECKING:
    from common.play.browser_page import PageDefaults

HELP = (
    "Write the game as one HTML file to play in a browser. The engine is in it, and it asks for nothing from "
    "the network. The name of the file ends in .html; the other words are a position."
)
OPEN = "show the page in the browser"
SUFFIXES = (".html", ".htm")


def add_page(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `page`."""

    def verb(
        ctx: typer.Context,
        level: options.StrengthLevel = None,
        seed: options.Seed = None,
        force: options.Force = False,
        open_page: Annotated[bool, Option("--open", help=OPEN)] = False,
    ) -> int:
        if not game.has_module("page_facts"):
            raise BadInput(f"page: {game.name} has no page to play in a browser")
        (setup, path), names = ctx.obj
        write_page(game, setup, names, path, (level, seed), force)
        if open_page and not webbrowser.open(path.absolute().as_uri()):
            print(path.absolute())
        return 0

    parts = [start_options(game), options.player_options(game)]
    example = f"{game.name}.html --level 2"
    options.add_verb(
        app,
        game,
        options.Verb("page", verb, example, before=parts, text=HELP, group=help_pages.TO_PLAY),
    )


def start_options(game: Game[Any, Any]) -> options.OptionGroup:
    """Return the options of a start. They make its set-up and the path of the page."""

    def make(words: Sequence[str] | None, **values: Any) -> tuple[Any, Path]:
        path, position = split_words(game, words or ())
        return game.starts.setup(words=position, **values), path

    declared = [page_words(game), *(option for option in game_options(game, "play") if is_of_start(option))]
    return options.OptionGroup(options.declare_options(game, declared), make)


def page_words(game: Game[Any, Any]) -> DeclaredOption:
    """Return the argument of the verb: the file and the words of a position."""
    words = next(option for option in game_options(game, "play") if option.name == "words")
    help_text = f"file to write (default: {game.name}.html), and a position"
    return words._replace(info=words.info._replace(help=help_text, name="[FILE] [POSITION]"))


def is_of_start(option: DeclaredOption) -> bool:
    """Return True for an option of the start, besides the words of a position."""
    return option.info.affects_start and option.name != "words"


def split_words(game: Game[Any, Any], words: Sequence[str]) -> tuple[Path, tuple[str, ...]]:
    """Return the path of the page and the words of a position. Raise BadInput if there are two files."""
    files = [word for word in words if Path(word).suffix.lower() in SUFFIXES]
    if len(files) > 1:
        raise BadInput(f"page {' '.join(files)}: expected one file, e.g. page {files[0]}")
    return Path(files[0] if files else f"{game.name}.html"), tuple(
        word for word in words if word not in files
    )


def write_page(
    game: Game[Any, Any],
    setup: Any,
    names: Names,
    path: Path,
    chosen: tuple[int | None, int | None],
    force: bool,
) -> None:
    """Write a page and say so. `chosen` are the level and the seed. Raise BadInput or OSError."""
    from common.play.browser_page import browser_page

    level, seed = chosen
    defaults = page_defaults(game, names, level)
    check_folders(path)
    check_overwrite("page", path, force)
    page = browser_page(game, setup, defaults, seed).encode()
    write_atomically(path, page)
    say(f"{path}: {round(len(page) / 1000)} kB, plays in a browser")


def page_defaults(game: Game[Any, Any], names: Names, level: int | None) -> PageDefaults:
    """Return the players of a page at first. Raise BadInput for one that a page cannot have."""
    from common.play.browser_page import PageDefaults

    named = [level, *(level_number(game, side, name) for side, name in names.items())]
    levels = sorted({number for number in named if number is not None})
    if len(levels) > 1:
        told = ", ".join(map(str, levels))
        raise BadInput(f"page: levels {told}: a page has one level")
    choose_limit(Limit(), game.players.default_limit, level, game.players.levels)
    return PageDefaults(person_of(game, names), levels[0] if levels else min(game.players.levels))


def person_of(game: Game[Any, Any], names: Names) -> str:
    """Return the side of the only person, BOTH or NOBODY.

    The first side is a person's if no player is named. A side beside a named engine is a person's, too.
    """
    from common.play.browser_document import BOTH, NOBODY

    people = [side for side, name in names.items() if name == "human"]
    if not any(names.values()):
        people = [game.sides[0]]
    elif not people:
        people = [side for side, name in names.items() if name is None]
    return BOTH if len(people) > 1 else people[0] if people else NOBODY


def level_number(game: Game[Any, Any], side: str, name: str | None) -> int | None:
    """Return the number of the level that a name means, or None for a person and the engine.

    Raise BadInput for any other player.
    """
    if name in (None, "human", "engine"):
        return None
    level = parse_level(str(name), game.players.levels)
    if level is None:
        raise BadInput(
            f"--{side.lower()} {quoted(str(name))}: a page has human, engine and level-1 to level-5, "
            f"e.g. --{side.lower()} level-2"
        )
    return next(number for number, each in game.players.levels.items() if each == level)
