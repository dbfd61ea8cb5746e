"""The facts of Cats & Dogs for its script on a page: constants of scores and of expected captures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from common.games.cats_and_dogs import expected_captures
from common.games.cats_and_dogs.evaluation import SAFE
from common.play.page_facts import PageFacts
from common.search.alpha_beta import DECISIVE_SCORE
from common.search.move_order import PLIES
from common.search.transposition import WON

if TYPE_CHECKING:
    from catsdogs import Position
    from common.play.game import Game


def page_facts(game: Game[Position], given: Mapping[str, Any]) -> PageFacts:
    """Return constants of scores and of expected captures."""
    return PageFacts(
        {
            "winScore": game.search.win_score,
            "won": WON,
            "plies": PLIES,
            "decisive": DECISIVE_SCORE,
            "safe": SAFE,
            "safeWorth": expected_captures.SAFE_WORTH,
            "safeWorthPerDog": expected_captures.SAFE_WORTH_PER_DOG,
            "dogsToMove": expected_captures.DOGS_TO_MOVE,
            "odds": expected_captures.CATS_ODDS,
            "oddsPerDog": expected_captures.CATS_ODDS_PER_DOG,
        },
        kernels=[game.search.compiled()],
    )
