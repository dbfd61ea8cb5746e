"""The facts of Walls for its script on a page: the boards, curves of expected scores and constants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from common.games.walls.board import BRICK
from common.play.page_facts import PageFacts
from common.rules.errors import BadInput
from common.search.alpha_beta import DECISIVE_SCORE

if TYPE_CHECKING:
    from common.play.game import Game
    from walls import Position

BROWSER_SIZES = (3, 5, 7)  # side lengths of the boards that the page offers


def page_facts(game: Game[Position], given: Mapping[str, Any]) -> PageFacts:
    """Return the boards that a page offers, the size of the start first. Raise BadInput for other sizes."""
    size = game.starts(**given)[0].size
    if size not in BROWSER_SIZES:
        raise BadInput(f"page: N = {size}: expected 3, 5 or 7, the boards of a page")
    boards = {str(each): game.read(str(each)) for each in BROWSER_SIZES}
    curves = {name: game.search.curve(start) for name, start in boards.items()}
    return PageFacts(
        {
            "variant": str(size),
            "curves": {name: {"slope": curve.slope, "start": curve.start} for name, curve in curves.items()},
            "decisive": DECISIVE_SCORE,
            "scale": BRICK,
        },
        boards,
        has_own_start=len(given.get("words", ())) < 2,
        kernels=[game.search.compiled(each) for each in BROWSER_SIZES],
    )
