"""The facts of Circle the Cat for its script on a page: the board, the blocks at a start, the texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from common.games.circle_the_cat.hexagons import BOARD
from common.games.circle_the_cat.start_sets import START
from common.messages import _, ngettext
from common.play.page_facts import PageFacts
from common.show.language import translate

if TYPE_CHECKING:
    from common.play.game import Game
    from game import Position, Setup

REASONS = ("Cat runs away", "Cat did not move and got caught")  # as in game.py
WORDS = {
    "block": _("block"),
    "exit": _("exit"),
    "free": _("free"),
    "catSteps": _("The cat steps to {cell}"),
    "catcherBlocks": _("The catcher blocks {cell}"),
    "noWay": _("no way out"),
    "chooseStep": _("Choose a free cell beside the cat."),
    "chooseBlock": _("Choose a cell to block."),
    "noWinner": _("no winner within the engine's search"),
    "sideWins": _("{side} wins"),
}


def page_facts(game: Game[Position, Setup], setup: Any) -> PageFacts:
    """Return the neighbours of each cell, the number of blocks at a random start, and the texts."""
    curve = game.search.curve(game.starts.default_start)
    neighbours = [[-1 if cell is None else cell for cell in around] for around in BOARD.neighbours]
    return PageFacts(
        {
            "cat": START,
            "blocks": setup.blocks,
            "neighbours": neighbours,
            "curve": {"slope": curve.slope, "start": curve.start},
        },
        names={reason: translate(_(reason)) for reason in REASONS},
        words={name: translate(text) for name, text in WORDS.items()} | plurals(),
    )


def plurals() -> dict[str, str]:
    """Return the texts with a number, in singular and plural, with their placeholders."""
    found = {}
    for number, steps, wins in ((1, "oneStep", "winsInOne"), (2, "manySteps", "winsInMany")):
        found[steps] = ngettext(
            "{count} step to the nearest exit", "{count} steps to the nearest exit", number, count="{count}"
        )
        found[wins] = ngettext(
            "{side} wins in {count} move if both play like the engine",
            "{side} wins in {count} moves if both play like the engine",
            number,
            count="{count}",
            side="{side}",
        )
    return {name: translate(text) for name, text in found.items()}
