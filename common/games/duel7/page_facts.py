"""The facts of the duel for its script on a page: default numbers of pieces and turns, and constants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from common.games.duel7.evaluation import SPACE
from common.play.page_facts import PageFacts
from common.search.alpha_beta import DECISIVE_SCORE
from common.search.move_order import PLIES
from common.search.transposition import WON

if TYPE_CHECKING:
    from common.play.game import Game
    from duel7 import Position, Setup

PIECES = (6, 6)  # of X and of O, by default
TURNS = 40  # by default


def page_facts(game: Game[Position, Setup], setup: Any) -> PageFacts:
    """Return the options of a random start, and constants of scores."""
    start = game.default_start
    curve = game.search.curve(start)
    return PageFacts(
        {
            "pieces": setup.pieces or PIECES,
            "turns": TURNS if setup.turns is None else setup.turns,
            "curve": {"slope": curve.slope, "start": curve.start},
            "winScore": game.search.win_score,
            "won": WON,
            "plies": PLIES,
            "decisive": DECISIVE_SCORE,
            "scale": SPACE,
        },
        kernels=[game.search.compiled()],
    )
