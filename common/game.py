"""Everything a small game needs in one import. docs/a-sixth-game.md builds a game from it."""

from __future__ import annotations

from common.api.game import Game
from common.command.app import console
from common.kernels.kernel import kernel, lowest_bit, popcount
from common.play.game import (
    Curve,
    Look,
    Notation,
    Phrases,
    PlayerFactory,
    Players,
    Search,
    SeatScore,
    Setup,
    Starts,
)
from common.play.players import SeededFactory, stateless_factory
from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome
from common.rules.square_grid import Squares, Step
from common.search.alpha_beta import NO_MOVE, NOT_OVER
from common.search.limit import Level, Limit
from common.search.transposition import WON
from common.show.piece_board import PieceBoard

__all__ = [
    "NOT_OVER",
    "NO_MOVE",
    "WON",
    "BadInput",
    "Curve",
    "Game",
    "Level",
    "Limit",
    "Look",
    "Notation",
    "Outcome",
    "Phrases",
    "PieceBoard",
    "PlayerFactory",
    "Players",
    "Search",
    "SeatScore",
    "SeededFactory",
    "Setup",
    "Squares",
    "Starts",
    "Step",
    "bits_of",
    "cells_of",
    "console",
    "kernel",
    "lowest_bit",
    "popcount",
    "quoted",
    "stateless_factory",
]
