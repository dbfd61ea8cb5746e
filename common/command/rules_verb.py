"""The verb `rules`: prints the rules of a game in full."""

from typing import Any

import typer

from common.command import help_pages, options
from common.play.game import Game
from common.show.window import fill

HELP = "Print the rules of the game."


def add_rules(app: typer.Typer, game: Game[Any, Any]) -> None:
    """Add the verb `rules`."""

    def verb() -> int:
        print(fill(game.rules_text))
        return 0

    options.add_verb(app, game, options.Verb("rules", verb, "", text=HELP, group=help_pages.TO_PLAY))
