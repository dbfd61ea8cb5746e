"""The command `five-board-games`: the list of the games, the start of any of them, and their pages.

A game's script is imported by name, and only after it has been chosen.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Context, Option

from common.rules.files import check_overwrite, write_atomically

PROGRAM = "five-board-games"
GAMES = {  # by the names of their commands: the script, and one line about the game
    "circle-the-cat": ("game", "block cells until the cat is caught, or lead it to an exit"),
    "squirrels": ("squirrels", "take squares of a campus; a raid turns the enemies beside it"),
    "duel7": ("duel7", "slide pieces until one side is stuck or the turns are used up"),
    "walls": ("walls", "lay bricks behind you until both players are stalled"),
    "catsdogs": ("catsdogs", "five cats eat 44 dogs, unless they bring three cats into line"),
}
PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
app = typer.Typer(
    help=f"Five two-player board games.\n\nExample: {PROGRAM} duel7 play --level 1",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def starter(name: str, module: str) -> Callable[[Context], None]:
    """Return a command that hands its words on to a script."""

    def start(ctx: Context) -> None:
        sys.argv = [f"{PROGRAM} {name}", *ctx.args]  # the program's name in messages of the script
        import_module(module).console()

    return start


for name, (module, line) in GAMES.items():
    app.command(name, help=line, context_settings=PASSED_ON)(starter(name, module))


@app.command()
def page(
    folder: Annotated[Path, Argument(help="folder, which is made if need be")],
    force: Annotated[bool, Option("--force", help="overwrite existing pages")] = False,
) -> None:
    """Write a page of each game to play in a browser, and index.html with links to them."""
    from common.play.browser_page import browser_page
    from common.show.page import page

    names = [f"{name}.html" for name in GAMES]
    for name in (*names, "index.html"):
        check_overwrite("page", folder / name, force)
    folder.mkdir(exist_ok=True)
    links = []
    for name, (module, line) in zip(names, GAMES.values(), strict=True):
        game = import_module(module).GAME
        write_atomically(folder / name, browser_page(game, {}, game.sides[0]).encode())
        links.append(f'<li><a href="{name}">{game.title}</a>: {line}</li>\n')
    index = page("Five board games", [], f"<main>\n<ul>\n{''.join(links)}</ul>\n</main>")
    write_atomically(folder / "index.html", index.encode())
    print(f"{folder / 'index.html'} and {len(names)} pages, which play in a browser")


def console() -> None:
    """Run this program from the command line."""
    from common.cli.console import console, exit_status

    console(lambda words: exit_status(app, words, PROGRAM))
