"""Kernels for the page: distances for best-first search, certificates for proofs, and their constants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from common.games.circle_the_cat import best_first, evaluation, proof_player, solver
from common.games.circle_the_cat.certificate_store import CAT, CATCHER, NO_CELL
from common.games.circle_the_cat.certificates import CERTIFICATES, NO_HORIZON, UNDECIDED
from common.games.circle_the_cat.containment import HELD
from common.games.circle_the_cat.distances import DISTANCES, FAR, MOST_CELLS, NO_CUTOFF
from common.games.circle_the_cat.flow_heuristic import CAT_SHARE, EXIT_SHARE
from common.games.circle_the_cat.hexagons import WORD
from common.kernels.jit.wasm import BrowserKernels
from common.play.game import Game

BEST_FIRST_CONSTANTS: dict[str, float] = {
    "CANDIDATES": best_first.CANDIDATES,
    "DEFAULT_NODES": best_first.DEFAULT_NODES,
    "END_NODES": best_first.END_NODES,
    "FAR": FAR,
    "HELD": HELD,
    "LAST_BLOCKS": best_first.LAST_BLOCKS,
    "MOST_CELLS": MOST_CELLS,
    "NO_CUTOFF": NO_CUTOFF,
    "OPEN_EXIT_PROMISE": best_first.OPEN_EXIT_PROMISE,
    "REPLY_CANDIDATES": best_first.REPLY_CANDIDATES,
    "STEP_NODES": best_first.STEP_NODES,
    "SURVIVAL_NODES": best_first.SURVIVAL_NODES,
    "WORD": WORD,
}
PROOF_CONSTANTS: dict[str, float] = {
    "CAT": CAT,
    "CATCHER": CATCHER,
    "CAT_SHARE": CAT_SHARE,
    "DEFAULT_POSITIONS": proof_player.DEFAULT_POSITIONS,
    "EXIT_SHARE": EXIT_SHARE,
    "FEW_POSITIONS": proof_player.FEW_POSITIONS,
    "IMPROVEMENT_POSITIONS": proof_player.IMPROVEMENT_POSITIONS,
    "MAX_LAST_CELLS": proof_player.MAX_LAST_CELLS,
    "MAX_POINTS": evaluation.MAX_POINTS,
    "MIN_POINTS": evaluation.MIN_POINTS,
    "NO_CELL": NO_CELL,
    "NO_HORIZON": NO_HORIZON,
    "PROOF_PART": solver.PROOF_PART,
    "REGION_POSITIONS": proof_player.REGION_POSITIONS,
    "UNDECIDED": UNDECIDED,
}

DISTANCE_KERNELS = BrowserKernels(DISTANCES, ("levels", "crucial_cells", "widen"), BEST_FIRST_CONSTANTS)
CERTIFICATE_KERNELS = BrowserKernels(
    CERTIFICATES, ("decide", "rate_blocks", "rate_steps", "best_rated"), PROOF_CONSTANTS
)


def browser_kernels(game: Game[Any, Any]) -> Sequence[BrowserKernels]:
    """Return the kernels of distances and certificates."""
    return DISTANCE_KERNELS, CERTIFICATE_KERNELS
