"""The facts of the squirrel war for its script on a page: the curve of expected scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from common.play.page_facts import PageFacts

if TYPE_CHECKING:
    from common.play.game import Game
    from squirrels import Position

MEAN_VALUE = 50  # of a square, for which the curve holds


def page_facts(game: Game[Position], given: Mapping[str, Any]) -> PageFacts:
    """Return the curve for values with the mean MEAN_VALUE."""
    start = game.starts(**given)[0]
    scale = sum(start.values) / len(start.values) / MEAN_VALUE
    curve = game.search.curve(start).rescaled(1 / scale)
    return PageFacts({"curve": {"slope": curve.slope, "start": curve.start}, "meanValue": MEAN_VALUE})
