"""Everything a small game needs in one import. docs/a-sixth-game.md builds a game from it."""

from __future__ import annotations

from common.command.app import console
from common.kernels.kernel import kernel, lowest, popcount
from common.play.game import (
    Curve,
    Game,
    Look,
    Make,
    Notation,
    Phrases,
    Players,
    Search,
    SeatScore,
    Setup,
    Starts,
)
from common.play.players import Seeded, always
from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome
from common.rules.square_grid import Squares, Step
from common.search.alpha_beta import GOES_ON, NO_MOVE
from common.search.limit import Level, Limit
from common.search.transposition import WON
from common.show.piece_board import Pieces

__all__ = [
    "GOES_ON",
    "NO_MOVE",
    "WON",
    "BadInput",
    "Curve",
    "Game",
    "Level",
    "Limit",
    "Look",
    "Make",
    "Notation",
    "Outcome",
    "Phrases",
    "Pieces",
    "Players",
    "Search",
    "SeatScore",
    "Seeded",
    "Setup",
    "Squares",
    "Starts",
    "Step",
    "always",
    "bits_of",
    "cells_of",
    "console",
    "kernel",
    "lowest",
    "popcount",
    "quoted",
]
