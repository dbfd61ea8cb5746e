"""Everything a small game needs in one import. docs/a-sixth-game.md builds a game from it."""

from __future__ import annotations

from common.cli.app import run_script
from common.kernels.kernel import kernel, lowest_bit, popcount
from common.play.game import Ask, Game, Names, Ply, RulesText
from common.play.players import Kind, plain, seeded
from common.rules.bits import bits_of, cells_of
from common.rules.errors import BadInput, quoted
from common.rules.position import Outcome
from common.rules.square_grid import Squares, Step
from common.search.alpha_beta import NO_MOVE, NOT_OVER
from common.search.game_search import Search, SeatScore
from common.search.limit import Level, Limit
from common.search.score import Curve
from common.search.transposition import WON
from common.show.look import Look
from common.show.piece_board import PieceBoard

__all__ = [
    "NOT_OVER",
    "NO_MOVE",
    "WON",
    "Ask",
    "BadInput",
    "Curve",
    "Game",
    "Kind",
    "Level",
    "Limit",
    "Look",
    "Names",
    "Outcome",
    "PieceBoard",
    "Ply",
    "RulesText",
    "Search",
    "SeatScore",
    "Squares",
    "Step",
    "bits_of",
    "cells_of",
    "kernel",
    "lowest_bit",
    "plain",
    "popcount",
    "quoted",
    "run_script",
    "seeded",
]
