"""The facts of Circle the Cat for its script on a page: the board, the blocks at a start, the texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from common.games.circle_the_cat.certificates import CERTIFICATES
from common.games.circle_the_cat.hexagons import BOARD, START
from common.games.circle_the_cat.rules_text import BLOCKS
from common.play.page_facts import PageFacts

if TYPE_CHECKING:
    from common.play.game import Game
    from game import Position

WORDS = {
    "block": "block",
    "exit": "exit",
    "free": "free",
    "catSteps": "The cat steps to {cell}",
    "catcherBlocks": "The catcher blocks {cell}",
    "noWay": "no way out",
    "chooseStep": "Choose a free cell beside the cat.",
    "chooseBlock": "Choose a cell to block.",
    "noWinner": "no winner within the engine's search",
    "sideWins": "{side} wins",
    "oneStep": "{count} step to the nearest exit",
    "manySteps": "{count} steps to the nearest exit",
}


def page_facts(game: Game[Position], given: Mapping[str, Any]) -> PageFacts:
    """Return the neighbours of each cell, the number of blocks at a random start, and the texts."""
    curve = game.search.curve(game.default_start)
    neighbours = [[-1 if cell is None else cell for cell in around] for around in BOARD.neighbours]
    return PageFacts(
        {
            "cat": START,
            "blocks": given.get("blocks", BLOCKS),
            "neighbours": neighbours,
            "curve": {"slope": curve.slope, "start": curve.start},
        },
        words=WORDS,
        kernels=[CERTIFICATES],
    )
