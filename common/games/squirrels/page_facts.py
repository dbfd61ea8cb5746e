"""The facts of the squirrel war for its script on a page: the curve of expected scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from common.games.squirrels.engine import CURVE, MEAN_VALUE
from common.play.page_facts import PageFacts

if TYPE_CHECKING:
    from common.play.game import Game
    from squirrels import Position


def page_facts(game: Game[Position], given: Mapping[str, Any]) -> PageFacts:
    """Return the curve for values with the mean MEAN_VALUE."""
    return PageFacts({"curve": {"slope": CURVE.slope, "start": CURVE.start}, "meanValue": MEAN_VALUE})
