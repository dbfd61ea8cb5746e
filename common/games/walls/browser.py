"""What the page needs for exact values (solver.py, tie_break.py): exported kernels and constants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from common.games.walls import evaluation, proof_table, solver, target_search, tie_break
from common.games.walls.boards import LARGEST_PROVABLE
from common.kernels.jit.wasm import BrowserKernels
from common.play.game import Game
from common.search.browser_kernels import search_kernels
from common.search.bucket_table import WAYS
from common.search.compiled_game import CompiledGame

BROWSER_SIZES = (3, 5, 7)  # side lengths of the boards that the page offers
END_KERNELS = ("horizon", "end_separated")
PROOF_KERNELS = ("prove", "symmetric_image", "canonical_key")
CONSTANTS: dict[str, float] = {
    "BRICK": evaluation.BRICK,
    "CHOICES": proof_table.CHOICES,
    "MAX_DEPARTURES": tie_break.MAX_DEPARTURES,
    "MAX_POSITIONS": tie_break.MAX_POSITIONS,
    "MAX_REMAINING_PLIES": tie_break.MAX_REMAINING_PLIES,
    "MAX_STORED_ENDS": tie_break.MAX_STORED_ENDS,
    "NOT_SEPARATED": target_search.NOT_SEPARATED,
    "PROOF_PART": solver.PROOF_PART,
    "TIE_BREAK_PART": tie_break.TIE_BREAK_PART,
}
PROOF_CONSTANTS: dict[str, float] = {
    "BUCKETS": solver.BUCKETS,
    "NO": proof_table.NO,
    "PROOF_WORDS": 2 * WAYS * solver.BUCKETS,
    "STOPPED": proof_table.STOPPED,
}


def browser_kernels(game: Game[Any, Any]) -> Sequence[BrowserKernels]:
    """Return the kernels for each board size that the page offers."""
    return [kernels_for_size(game.search.compiled(size), size) for size in BROWSER_SIZES]


def kernels_for_size(compiled: CompiledGame[Any], size: int) -> BrowserKernels:
    """Return the kernels of rules, search, endgames and, on provable boards, proofs."""
    if size > LARGEST_PROVABLE:
        return search_kernels(compiled, END_KERNELS, CONSTANTS)
    return search_kernels(compiled, END_KERNELS + PROOF_KERNELS, CONSTANTS | PROOF_CONSTANTS)
