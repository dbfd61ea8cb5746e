"""The command `five-board-games page FOLDER`: a page of every game to play in a browser, and an index.

A game's script is imported by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import import_module
from pathlib import Path

from common.command.game_entries import GAMES, PROGRAM, Entry
from common.rules.errors import BadInput, quoted
from common.rules.files import check_overwrite

INDEX = "index.html"
TITLE = "Five board games"
USAGE = f"""\
{PROGRAM} page FOLDER     write a page of each game to play in a browser, and {INDEX} with links to them
{PROGRAM} page FOLDER --force     overwrite existing pages"""


def main(words: Sequence[str]) -> int:
    """Write all pages into a folder, which is made if need be, and return 0. Raise BadInput or OSError."""
    if {"--help", "-h"} & set(words):
        print(USAGE)
        return 0
    folder, force = read_words(words)
    paths = {name: folder / f"{name}.html" for name in GAMES}
    for path in (*paths.values(), folder / INDEX):
        check_overwrite("page", path, force)
    folder.mkdir(exist_ok=True)
    for name, path in paths.items():
        write_page(GAMES[name], path)
    write_index(folder / INDEX)
    print(f"{folder / INDEX} and {len(paths)} pages, which play in a browser")
    return 0


def read_words(words: Sequence[str]) -> tuple[Path, bool]:
    """Return the folder, and True if `--force` is given. Raise BadInput."""
    folders = [word for word in words if word != "--force"]
    if len(folders) != 1 or folders[0].startswith("-"):
        given = quoted(" ".join(words))
        raise BadInput(f"page {given}: expected a folder, e.g. {PROGRAM} page pages")
    return Path(folders[0]), "--force" in words


def write_page(entry: Entry, path: Path) -> None:
    """Write the page of a game with its usual start. Raise OSError."""
    from common.play.browser_page import PageDefaults, browser_page
    from common.rules.files import write_atomically

    game = import_module(entry.module).GAME
    page = browser_page(game, game.starts.setup(), PageDefaults(game.sides[0]), None)
    write_atomically(path, page.encode())


def write_index(path: Path) -> None:
    """Write a page with a link to each game. Raise OSError."""
    from common.show.page import save_page

    items = "".join(
        f'<li><a href="{name}.html">{escape(title_of(entry))}</a>: {escape(entry.line)}</li>\n'
        for name, entry in GAMES.items()
    )
    save_page(path, TITLE, [], f"<main>\n<ul>\n{items}</ul>\n</main>")


def title_of(entry: Entry) -> str:
    """Return the title of a game."""
    return str(import_module(entry.module).GAME.title)
